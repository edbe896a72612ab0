// The islands of the admin pages, and React for them, are requested as soon as the page is there: <astro-island> asks
// for them after all scripts of the page. Inlined, this imports nothing; <astro-island> tries once more.
for (const island of document.querySelectorAll('astro-island[client="load"]')) {
  for (const name of ['renderer-url', 'component-url']) {
    const url = island.getAttribute(name)
    if (url) import(/* @vite-ignore */ url).catch(console.warn)
  }
}
