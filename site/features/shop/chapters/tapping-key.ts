/** `on`: a tap turns pages. Apart, so that it is sent with chapters alone. */
export const tappingKey = 'ascend.tapping'
