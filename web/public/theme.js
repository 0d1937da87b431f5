// Runs before the first paint, outside of the bundle, so that the other theme does not flash.
const theme = localStorage.getItem('flotilla.theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
