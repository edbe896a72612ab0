/** Why an EPUB is not taken; most name the file in it. */
export const epubFaults = {
  notAnEpub: 'This file is not an EPUB, or it was cut short.',
  mimetype:
    'Its first entry has to be “mimetype”, not compressed, with the words application/epub+zip.',
  tooMany: 'It unpacks to more than 256 MB or 5,000 files, or one of its files is too large.',
  name: 'The name {file} is not allowed in an EPUB, or is there twice.',
  damaged: '{file} is damaged or cannot be unpacked.',
  container: 'META-INF/container.xml is missing, or does not name the package document.',
  package: 'The package document, {file}, is missing or has no list of chapters.',
  missing: '{file} is named in the package document, but is not in the EPUB.',
  spine: 'The chapter {file} is not in the EPUB, or is not XHTML.',
  xml: '{file} is not well-formed XHTML or XML.',
  script: '{file} is a script or has one in it. Only text, pictures and styles can be sold.',
  foreign:
    '{file} may not be in a book that is sold. Only text, pictures, sound, film and styles may.',
  unnamed:
    '{file} is in the EPUB, but its package document does not name it. Please remove it, or name it.',
  outside:
    '{file} loads something from outside of the EPUB. Everything has to be in it; links to the web may stay.',
  locked: 'It has copy protection (META-INF/encryption.xml). Please save it without.',
} as const

export type EpubFaultName = keyof typeof epubFaults

export function sayEpubFault(fault: EpubFaultName, file = ''): string {
  return epubFaults[fault].replace('{file}', file ? `“${file}”` : 'A file')
}
