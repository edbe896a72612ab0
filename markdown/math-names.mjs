/** Elements of MathML that only show, and what they may say about it. */
export const mathElements = new Set(
  'math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none'.split(
    ' ',
  ),
)
export const mathAttributes = new Set(
  'accent accentunder align columnalign columnspan depth dir display displaystyle fence form height largeop linethickness lspace mathvariant maxsize minsize movablelimits notation rowspan rspace scriptlevel separator stretchy symmetric voffset width'.split(
    ' ',
  ),
)
export const deepestMath = 40
