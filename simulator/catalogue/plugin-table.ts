/**
 * slug | main file | name | author | newest version | frequency (1–9) | remarks | description
 * Remarks: `premium` is announced by the vendor, `gone <date>` is abandoned since then, `mu` is a must-use plugin.
 * Abandoned plugins are invented, so that no real author is called so.
 */
export const pluginTable = `
akismet|akismet.php|Akismet Anti-spam: Spam Protection|Automattic|5.7|7||Checks comments and form entries against a worldwide list of spam and keeps the rubbish out.
contact-form-7|wp-contact-form-7.php|Contact Form 7|Rock Lobster|6.1.3|9||A plain and flexible contact form with simple markup.
wordpress-seo|wp-seo.php|Yoast SEO|Team Yoast|26.4|8||Titles, descriptions, sitemaps and readability hints that help search engines &amp; readers.
seo-by-rank-math|rank-math.php|Rank Math SEO|Rank Math|1.0.259|4||Search engine settings, schema markup and a score for every page.
elementor|elementor.php|Elementor|Elementor.com|3.33.2|7||Drag &amp; drop page builder with live preview, templates and responsive controls.
elementor-pro|elementor-pro.php|Elementor Pro|Elementor.com|3.33.1|3|premium|Theme builder, forms, pop-ups and shop widgets for Elementor.
woocommerce|woocommerce.php|WooCommerce|Automattic|10.3.5|6||A complete shop: products, carts, payments, shipping and orders.
woocommerce-gateway-stripe|woocommerce-gateway-stripe.php|WooCommerce Stripe Gateway|Stripe|10.1.0|3||Takes credit cards and wallets in the shop through Stripe.
woocommerce-pdf-invoices-packing-slips|woocommerce-pdf-invoices-packingslips.php|PDF Invoices &amp; Packing Slips for WooCommerce|WP Overnight|5.3.0|3||Attaches a PDF invoice to order e-mails and prints packing slips.
germanized-for-shops|germanized-for-shops.php|Germanized for Shops|Vendidero Labs|3.20.5|2||Legal texts, delivery times and unit prices for shops that sell in Germany.
wordfence|wordfence.php|Wordfence Security|Wordfence|8.1.4|6||Firewall, malware scan and login security.
really-simple-ssl|rlrsssl-really-simple-ssl.php|Really Simple Security|Really Simple Plugins|9.5.5|5||Moves the site to https and hardens the usual weak points.
updraftplus|updraftplus.php|UpdraftPlus: WordPress Backup|UpdraftPlus.Com|1.25.9|6||Backs up files and database to a place of your choice and restores them.
backwpup|backwpup.php|BackWPup|WP Media|5.6.0|2||Scheduled backups to cloud storage.
wp-super-cache|wp-cache.php|WP Super Cache|Automattic|3.0.3|4||Serves ready-made HTML files to most visitors.
w3-total-cache|w3-total-cache.php|W3 Total Cache|BoldGrid|2.8.14|2||Page, object and browser caching with many switches.
litespeed-cache|litespeed-cache.php|LiteSpeed Cache|LiteSpeed Technologies|7.6.2|4||Server-level cache and a set of page optimisations.
wp-rocket|wp-rocket.php|WP Rocket|WP Media|3.20.1|3|premium|Caching and loading tricks that work from the moment they are switched on.
autoptimize|autoptimize.php|Autoptimize|Frank Goossens|3.1.14|4||Combines, shrinks and defers scripts and styles.
wp-smushit|wp-smush.php|Smush Image Optimization|WPMU DEV|3.23.0|3||Shrinks pictures and loads them when they come into view.
ewww-image-optimizer|ewww-image-optimizer.php|EWWW Image Optimizer|Exactly WWW|8.2.1|2||Smaller pictures and modern formats without visible loss.
imagify|imagify.php|Imagify|WP Media|2.2.6|2||One-click picture compression with WebP and AVIF.
classic-editor|classic-editor.php|Classic Editor|WordPress Contributors|1.6.7|7||Brings back the editor of old with its meta boxes.
classic-widgets|classic-widgets.php|Classic Widgets|WordPress Contributors|0.3|3||Brings back the former widget screens.
duplicate-post|duplicate-post.php|Yoast Duplicate Post|Enrico Battocchi &amp; Team Yoast|4.5|5||Copies posts and pages and lets you rewrite and republish them.
advanced-custom-fields|acf.php|Advanced Custom Fields|WP Engine|6.6.2|5||Custom fields for posts, users, terms and option pages.
advanced-custom-fields-pro|acf.php|Advanced Custom Fields PRO|WP Engine|6.6.2|3|premium|Repeaters, flexible content, blocks and galleries for custom fields.
gravityforms|gravityforms.php|Gravity Forms|Gravity Forms|2.9.23|3|premium|Forms with logic, payments and many connections.
wpforms-lite|wpforms.php|WPForms Lite|WPForms|1.9.8.4|5||Contact and order forms by drag and drop.
ninja-forms|ninja-forms.php|Ninja Forms|Saturday Drive|3.13.2|2||Forms for people who do not want to code.
forminator|forminator.php|Forminator|WPMU DEV|1.49.0|1||Forms, polls and quizzes with payments.
mailchimp-for-wp|mailchimp-for-wp.php|MC4WP: Mailchimp for WordPress|ibericode|4.10.8|3||Sign-up forms that feed a Mailchimp audience.
mailpoet|mailpoet.php|MailPoet|MailPoet|5.17.1|2||Newsletters and shop e-mails written inside WordPress.
newsletter|plugin.php|Newsletter|Stefano Lissa|9.0.6|1||A newsletter system for list building and sending.
wp-mail-smtp|wp_mail_smtp.php|WP Mail SMTP|WP Mail SMTP|4.7.0|6||Sends the site&#8217;s e-mail through a real mail server.
fluent-smtp|fluent-smtp.php|FluentSMTP|FluentSMTP Team|2.2.95|2||Connects mail services and logs what was sent.
complianz-gdpr|complianz-gpdr.php|Complianz: GDPR/CCPA Cookie Consent|Complianz|7.4.3|4||Cookie banner, cookie policy and consent records.
cookie-law-info|cookie-law-info.php|CookieYes|CookieYes|3.3.6|4||Shows a cookie banner and blocks scripts until consent.
cookie-notice|cookie-notice.php|Cookie Notice &amp; Compliance|Hu-manity.co|2.5.9|2||A small notice about cookies.
borlabs-cookie|borlabs-cookie.php|Borlabs Cookie|Borlabs GmbH|3.3.21|2|premium|Cookie consent with content blockers and geo rules.
sitepress-multilingual-cms|sitepress.php|WPML Multilingual CMS|OnTheGoSystems|4.8.4|2|premium|Runs a site in several languages.
polylang|polylang.php|Polylang|WP SYNTEX|3.7.5|3||Adds languages to posts, terms and menus.
translatepress-multilingual|index.php|TranslatePress|Cozmoslabs|3.0.5|1||Translates the site from its front end.
google-site-kit|google-site-kit.php|Site Kit by Google|Google|1.166.0|5||Figures from Analytics and Search Console inside the dashboard.
google-analytics-for-wordpress|googleanalytics.php|MonsterInsights|MonsterInsights|9.9.0|4||Connects Google Analytics and shows reports.
matomo|matomo.php|Matomo Analytics|Matomo|5.5.2|1||Web statistics that stay on your own server.
burst-statistics|burst.php|Burst Statistics|Burst Statistics|3.0.2|1||Statistics without sending visitors&#8217; data away.
jetpack|jetpack.php|Jetpack|Automattic|15.3|4||Security, speed and growth tools in one big box.
broken-link-checker|broken-link-checker.php|Broken Link Checker|WPMU DEV|2.4.7|2||Looks for links that lead nowhere.
redirection|redirection.php|Redirection|John Godley|5.5.2|5||Manages redirects and keeps an eye on 404s.
safe-svg|safe-svg.php|Safe SVG|10up|2.4.0|3||Allows SVG uploads and cleans them.
regenerate-thumbnails|regenerate-thumbnails.php|Regenerate Thumbnails|Alex Mills|3.1.6|3||Makes thumbnails anew after sizes have changed.
better-search-replace|better-search-replace.php|Better Search Replace|WP Engine|1.4.10|3||Finds and replaces text in the database.
all-in-one-wp-migration|all-in-one-wp-migration.php|All-in-One WP Migration|ServMask|7.101|4||Moves a whole site by export and import.
duplicator|duplicator.php|Duplicator|Duplicator|1.5.14|3||Packs a site into an archive and unpacks it elsewhere.
limit-login-attempts-reloaded|limit-login-attempts-reloaded.php|Limit Login Attempts Reloaded|Limit Login Attempts Reloaded|2.26.27|4||Slows down those who guess passwords.
two-factor|two-factor.php|Two Factor|WordPress.org Contributors|0.14.2|2||A second factor at login: codes, e-mail or security keys.
user-role-editor|user-role-editor.php|User Role Editor|Vladimir Garagulya|4.64.6|2||Changes what roles and users may do.
members|members.php|Members|MemberPress|3.2.18|1||Roles, capabilities and private content.
tablepress|tablepress.php|TablePress|Tobias Bäthge|3.2.5|4||Tables with sorting, search and import.
the-events-calendar|the-events-calendar.php|The Events Calendar|The Events Calendar|6.15.11|3||Events with dates, venues and calendar views.
amelia-booking|ameliabooking.php|Amelia|TMS|1.2.36|1||Appointments and events with payments and reminders.
simply-schedule-appointments|simply-schedule-appointments.php|Simply Schedule Appointments|NSquared|1.6.9|1||Lets visitors book an appointment.
instagram-feed|instagram-feed.php|Smash Balloon Instagram Feed|Smash Balloon|6.9.1|3||Shows pictures from Instagram.
custom-facebook-feed|custom-facebook-feed.php|Smash Balloon Custom Facebook Feed|Smash Balloon|4.3.4|2||Shows a Facebook page&#8217;s posts.
revslider|revslider.php|Slider Revolution|ThemePunch|6.7.38|2|premium|Sliders, carousels and hero scenes.
js_composer|js_composer.php|WPBakery Page Builder|WPBakery|8.7.2|2|premium|The page builder that many themes bring along.
smart-slider-3|smart-slider-3.php|Smart Slider 3|Nextend|3.5.1.30|2||Responsive sliders made by hand.
nextgen-gallery|nggallery.php|NextGEN Gallery|Imagely|3.59.16|2||Galleries and albums for photographers.
envira-gallery-lite|envira-gallery-lite.php|Envira Gallery Lite|Envira Gallery|1.12.1|1||Fast galleries by drag and drop.
maps-for-places|maps-for-places.php|Maps for Places|Cartography Works|4.2.0|1||Maps with many markers and routes.
business-reviews-bundle|business-reviews-bundle.php|Business Reviews Bundle|RichPlugins|2.4.3|1||Shows reviews from several portals.
under-construction-page|under-construction.php|Under Construction|WebFactory|4.03|2||A friendly page while the real one is being built.
health-check|health-check.php|Health Check &amp; Troubleshooting|The WordPress.org community|1.7.1|2||Finds what is wrong and helps to fix it.
query-monitor|query-monitor.php|Query Monitor|John Blackbourn|3.20.0|2||The developer tools panel for WordPress.
wp-optimize|wp-optimize.php|WP-Optimize|TeamUpdraft|4.3.0|3||Tidies the database, shrinks pictures and caches pages.
hello|hello.php|Hello Dolly|Matt Mullenweg|1.7.2|4||Shows a random line of a famous song on every admin page.
carousel-horizon|carousel-horizon.php|Carousel Horizon|Studio Horizon|2.1.4|2|gone 2021-03-18|A carousel for posts with nine transitions.
easy-opening-hours|easy-opening-hours.php|Easy Opening Hours|Petra Sommer|1.9.2|2|gone 2022-06-02|Opening hours as a widget and a shortcode.
social-share-bricks|social-share-bricks.php|Social Share Bricks|Brickworks Media|3.0.1|2|gone 2020-11-09|Share buttons in the shape of bricks.
simple-guestbook-plus|simple-guestbook-plus.php|Simple Guestbook Plus|H. Lindqvist|0.8.7|1|gone 2019-02-27|A guestbook like in the good old days.
vintage-weather|vintage-weather.php|Vintage Weather|Cloudberry|1.4|1|gone 2018-08-14|Weather for one town, with hand-drawn symbols.
lightbox-lite-classic|lightbox-lite-classic.php|Lightbox Lite Classic|Pixel Foundry|4.6.3|2|gone 2022-01-20|Opens pictures in a dark overlay.
agency-hosting-tools|agency-hosting-tools.php|Hosting Tools|Your Agency|1.3.0|3|mu|Small settings of the hosting platform.
agency-mail-guard|agency-mail-guard.php|Mail Guard|Your Agency|0.4.1|2|mu|Stops staging copies from sending e-mail.
object-cache-loader|object-cache-loader.php|Object Cache Loader|Hosting Platform|2.0.2|2|mu|Connects the object cache of the hosting platform.
`.trim()

/** slug | name | author | newest version | frequency | parent | description */
export const themeTable = `
twentytwentyfive|Twenty Twenty-Five|the WordPress team|1.3|8||Simple and adaptable, with patterns for services, portfolios and long reads.
twentytwentyfour|Twenty Twenty-Four|the WordPress team|1.3|6||Versatile block theme with a large choice of patterns and page layouts.
twentytwentythree|Twenty Twenty-Three|the WordPress team|1.6|4||A blank canvas with ten style variations made by the community.
twentytwentyone|Twenty Twenty-One|the WordPress team|2.6|2||A pastel green background and a readable, unhurried layout.
astra|Astra|Brainstorm Force|4.11.16|7||Light and fast, ready for page builders and shops.
generatepress|GeneratePress|Tom Usborne|3.6.0|5||A light theme that weighs less than 10 kB and stays out of the way.
kadence|Kadence|Kadence WP|1.3.9|4||Header builder, colour palettes and sensible defaults.
blocksy|Blocksy|CreativeThemes|2.1.19|3||Modern, quick and made with the block editor in mind.
neve|Neve|Themeisle|4.1.4|3||Mobile first, with starter sites for many trades.
oceanwp|OceanWP|OceanWP|4.1.3|3||Many demos, many switches, one theme.
hello-elementor|Hello Elementor|Elementor Team|3.4.5|5||A bare theme for sites built with Elementor.
storefront|Storefront|Automattic|4.6.2|3||The shop theme by the makers of WooCommerce.
divi|Divi|Elegant Themes|4.27.4|3||The visual builder as a theme.
enfold|Enfold|Kriesi|7.1.2|2||A multi-purpose theme with its own layout builder.
`.trim()
