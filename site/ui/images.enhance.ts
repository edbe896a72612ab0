/** Replaces a picture that fails to load by the generated one that the page names beside it. */
export function enhanceImages() {
  const fall = (image: HTMLImageElement) => {
    const fallback = image.dataset['fallback']
    if (!fallback) return
    delete image.dataset['fallback']
    image.removeAttribute('srcset')
    image.src = fallback
  }
  // `error` does not bubble, but it can be captured; failures before this script loaded are looked up.
  document.addEventListener(
    'error',
    (event) => event.target instanceof HTMLImageElement && fall(event.target),
    true,
  )
  for (const image of document.querySelectorAll<HTMLImageElement>('img[data-fallback]')) {
    if (image.complete && image.naturalWidth === 0) fall(image)
  }
}
