// A kept page has no words typed in: it came out of the device, and so does what is found.
const query = new URLSearchParams(location.search).get('q')
const field = document.querySelector<HTMLInputElement>('#q')
if (query && field && !field.defaultValue)
  import('./search-kept.ts').then(({ searchKept }) => searchKept(field, query)).catch(console.warn)
