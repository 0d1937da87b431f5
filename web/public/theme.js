// Before the first paint, hence not part of the bundle: a chosen look must not flash the other one.
const chosen = localStorage.getItem('flotilla.theme')
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
