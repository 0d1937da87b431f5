/** The placeholder while the dashboard is being built or is missing. */
export const placeholderPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="2">
<title>Flotilla</title>
</head>
<body>
<h1>The dashboard is being built</h1>
<p>This takes a few seconds after the first start; the page appears by itself.</p>
<p>If it stays away, build it by hand with <code>npm run web:build</code>. The API works already: <a href="api/docs">api/docs</a>.</p>
</body>
</html>
`
