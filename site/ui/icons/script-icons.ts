/** What small scripts draw of icons.ts: a toast loads no other. */
export const scriptIcons = {
  close: 'M18 6 6 18M6 6l12 12',
  pause: 'M8 5h3v14H8zM14 5h3v14h-3z',
  play: 'M7 4l13 8-13 8z',
  check: 'M20 6 9 17l-5-5',
  alert: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM12 8v4M12 16h.01',
} as const
