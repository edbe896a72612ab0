export const bookGridClass =
  'book-grid grid grid-cols-[1fr_1fr] max-[19em]:grid-cols-1 gap-x-16 gap-y-32 sm:grid-cols-[repeat(3,1fr)] sm:gap-x-24 sm:gap-y-40 ' +
  'lg:grid-cols-[repeat(4,1fr)] lg:gap-x-28 lg:gap-y-48'
