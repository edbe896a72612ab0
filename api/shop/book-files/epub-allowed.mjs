// Part of the thread that reads EPUBs (epub-thread.mjs): what the pages and pictures of a book may be made of.

const namesOf = (/** @type {string} */ text) => new Set(text.trim().split(/\s+/))

/** They are those of XHTML, SVG and MathML, in lower case, but no forms, frames and programs. */
export const elements = namesOf(`
  a abbr acronym address area article aside audio b bdi bdo big blockquote body br caption center cite code col colgroup data
  dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 head header hgroup hr html i img ins
  kbd li link main map mark menu meta nav nobr object ol p picture pre q rb rbc rp rt rtc ruby s samp section small source
  span strike strong style sub summary sup table tbody td tfoot th thead time title tr track tt u ul var video wbr
  switch case default
  animate animatemotion animatetransform circle clippath defs desc ellipse feblend fecolormatrix fecomponenttransfer
  fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb
  fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset fepointlight fespecularlighting
  fespotlight fetile feturbulence filter foreignobject g image line lineargradient marker mask metadata mpath path pattern
  polygon polyline radialgradient rect set stop svg symbol text textpath tref tspan use view
  math annotation annotation-xml maligngroup malignmark menclose merror mfenced mfrac mi mlabeledtr mmultiscripts mn mo mover
  mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover
  none semantics
  abs and apply arccos arcsin arctan bvar ci cn cos csymbol degree divide eq exp geq gt in int interval leq limit list ln log
  logbase lowlimit lt matrix matrixrow minus neq not or plus power root sin sum tan times uplimit vector
`)

/** They are in lower case and without a prefix; besides them whatever begins with `aria-` or `data-` is allowed. */
export const attributes = namesOf(`
  about abbr accesskey aid align alink amzn-src-id bordercolor bottommargin leftmargin marginheight marginwidth rightmargin topmargin alt axis background bgcolor border cellpadding cellspacing char charoff charset cite
  class clear code color cols colspan compact content controls coords crossorigin data datatype datetime declare decoding
  default dir download face frame headers height hidden href hreflang hspace http-equiv id imagesizes imagesrcset inlist
  integrity ismap itemid itemprop itemref itemscope itemtype kind label lang link loading longdesc loop media muted name
  noshade nowrap open poster prefix preload profile property rel resource rev reversed role rowspan rules scheme scope shape
  size sizes span spellcheck src srclang srcset standby start style summary tabindex target text title translate type
  typeof usemap valign value version vlink vocab vspace width xmlns autoplay required-namespace required-modules
  actuate arcrole base lang show space
  accumulate additive alignment-baseline amplitude attributename attributetype azimuth basefrequency baseline-shift
  baseprofile begin bias by calcmode clip clip-path clip-rule clippathunits color-interpolation
  color-interpolation-filters color-profile color-rendering contentscripttype contentstyletype cursor cx cy d
  diffuseconstant direction display divisor dominant-baseline dur dx dy edgemode elevation enable-background end exponent
  fill fill-opacity fill-rule filter filterunits flood-color flood-opacity focusable font font-family font-feature-settings
  font-size font-size-adjust font-stretch font-style font-variant font-weight from fx fy glyph-orientation-horizontal
  glyph-orientation-vertical gradienttransform gradientunits image-rendering in in2 intercept isolation k1 k2 k3 k4
  kernelmatrix kernelunitlength kerning keypoints keysplines keytimes lengthadjust letter-spacing lighting-color
  limitingconeangle line-height marker marker-end marker-mid marker-start markerheight markerunits markerwidth mask
  mask-type maskcontentunits maskunits max method min mix-blend-mode mode numoctaves offset opacity operator order orient
  origin overflow paint-order path pathlength patterncontentunits patterntransform patternunits pointer-events points
  pointsatx pointsaty pointsatz preservealpha preserveaspectratio primitiveunits r radius refx refy rendering-intent
  repeatcount repeatdur requiredextensions requiredfeatures restart result rotate rx ry scale seed shape-rendering side
  slope solid-color solid-opacity spacing specularconstant specularexponent spreadmethod startoffset stddeviation
  stitchtiles stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width surfacescale systemlanguage tablevalues targetx targety text-align
  text-anchor text-decoration text-indent text-rendering textlength to transform transform-origin unicode-bidi values
  vector-effect viewbox viewtarget visibility white-space word-spacing writing-mode x x1 x2 xchannelselector y y1 y2
  ychannelselector z zoomandpan
  accent accentunder altimg altimg-height altimg-valign altimg-width alttext bevelled close closure columnalign columnlines
  columnspacing columnspan columnwidth crossout definitionurl denomalign depth displaystyle edge encoding equalcolumns
  equalrows fence fontfamily fontsize fontstyle fontweight form framespacing groupalign indentalign indentshift infixlinebreakstyle
  largeop length linebreak linethickness location lquote lspace macros mathbackground mathcolor mathsize mathvariant maxsize minlabelspacing
  minsize movablelimits notation numalign other position rowalign rowlines rowspacing rquote rspace scriptlevel scriptminsize
  scriptsizemultiplier selection separator separators sep stretchy subscriptshift superscriptshift symmetric
`)

/** What an animation may change. */
export const animated = namesOf(`
  cx cy d dx dy fill fill-opacity font-size height offset opacity points r rotate rx ry stop-color stop-opacity stroke
  stroke-dasharray stroke-dashoffset stroke-opacity stroke-width transform visibility width x x1 x2 y y1 y2
`)

/** Documents that nobody is shown, by their root: package, contents list, spoken text, metadata and the like. */
export const records = namesOf(`
  package ncx container encryption signatures smil lexicon display_options page-map template plist rights metadata manifest
  search-key-map mods modscollection record onixmessage rdf xmpmeta
`)

/** Prefixes of what drawing programs and libraries write beside a picture or word. */
export const asides = namesOf(
  'sodipodi inkscape rdf cc dc dcterms ssml ibooks adobe serif sketch bx krita vectornator',
)
