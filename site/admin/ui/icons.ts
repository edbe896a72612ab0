/** Lucide icons that only the admin pages use: the public pages do not ship them. */
export const adminIcons = {
  plus: 'M5 12h14M12 5v14',
  trash:
    'M3 6h18M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2M10 11v6M14 11v6',
  eyeOff:
    'M9.9 4.2A10.7 10.7 0 0 1 12 4c6.4 0 10 8 10 8a18 18 0 0 1-2.2 3.2M6.6 6.6A17.5 17.5 0 0 0 2 12s3.6 8 10 8a9.7 9.7 0 0 0 5.4-1.6M14.1 14.1A3 3 0 1 1 9.9 9.9M2 2l20 20',
  wallet:
    'M19 7V5a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h15a1 1 0 0 1 1 1v3M3 6v12a2 2 0 0 0 2 2h15a1 1 0 0 0 1-1v-3M21 12h-4a2 2 0 0 0 0 4h4Z',
  trend: 'm22 7-8.5 8.5-5-5L2 17M16 7h6v6',
  checkCircle: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM8 12l3 3 5-5',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  file: 'M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7ZM14 2v6h6',
} as const
