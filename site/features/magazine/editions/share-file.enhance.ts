// What shares is loaded at the first press.
addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-share-file]')
  if (!link) return
  event.preventDefault()
  void import('./share-file.ts').then(({ shareFile }) => shareFile(link))
})
