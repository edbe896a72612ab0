// The islands of the admin pages, and React for them, are requested as soon as the page is there: <astro-island> asks for
// them after all scripts of the page. Inlined, and therefore without imports; tried once more by <astro-island>.
for (const island of document.querySelectorAll('astro-island[client="load"]')) {
  for (const name of ['renderer-url', 'component-url']) {
    const url = island.getAttribute(name)
    if (url) import(/* @vite-ignore */ url).catch(console.warn)
  }
}
