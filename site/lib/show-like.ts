/** Shows on every button of a story what is known of its likes, whether the button is alive already or not. */
export function showLike(
  id: string,
  { liked, likesCount }: { liked: boolean; likesCount: number },
) {
  for (const button of document.querySelectorAll(`[data-like="${id}"]`)) {
    button.ariaPressed = String(liked)
    const count = button.querySelector('[data-likes]')
    if (count) count.textContent = String(likesCount)
  }
}
