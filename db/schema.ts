// Written from the migrated tables, but for those that SQL alone names: npx vitest run db/schema.test.ts -u

/** Each column as the driver reads it; its type is the list of values where a check has one. */
export interface Tables {
  activity: {
    action: string
    at: string
    count: number
    day: Date | null
    id: number
    note: string | null
    subject: string | null
    subjectId: string | null
    undoId: string | null
    who: string | null
  }
  answered_writes: {
    address: string
    answer: unknown
    caller: string
    contents: string | null
    createdAt: string
    key: string
  }
  author_accounts: {
    createdAt: string
    email: string
    generation: number
    id: string
    name: string
    revision: number
    tokenHash: string
    updatedAt: string
  }
  authors: {
    about: string
    authorId: string
    isPublic: boolean
    name: string
    pictureUrl: string | null
    slug: string
    updatedAt: string
  }
  backup_runs: {
    archive: string | null
    error: string | null
    finishedAt: string
    id: number
    kind: 'backup' | 'drill'
    startedAt: string
  }
  bank_transfers: {
    amountKobo: number
    bankReference: string
    confirmedAt: string | null
    confirmedBy: string | null
    id: string
    needsSecond: boolean
    orderId: string
    paidOn: Date
    plainReference: string | null
    recordedAt: string
    recordedBy: string
    rejectedAt: string | null
    rejectedBy: string | null
    returnReference: string | null
    returnedBy: string | null
    returnedOn: Date | null
  }
  book_files: {
    id: string
    isDemo: boolean
    keptAt: string
    sample: string | null
    stampPlaces: number[] | null
    stampProblem: 'locked' | 'signed' | 'damaged' | null
  }
  book_notes: {
    after: string
    before: string
    block: number
    bookId: string
    changedAt: string
    chapter: string
    deletedAt: string | null
    editionId: string
    id: string
    number: number
    quote: string
    readerId: string
    start: number
    storedAt: string
    words: string
  }
  book_parts: {
    bundleId: string
    partId: string
    position: number
  }
  book_pictures: {
    editionId: string
    height: number | null
    id: string
    number: number
    place: string
    url: string | null
    width: number | null
  }
  book_places: {
    block: number
    bookId: string
    editionId: string
    fraction: number
    number: number
    placedAt: string
    readerId: string
    within: number
  }
  book_ratings: {
    bookId: string
    buyerEmail: string
    isHidden: boolean
    orderId: string | null
    rating: number
    updatedAt: string
  }
  book_reviews: {
    bookId: string
    buyerEmail: string
    decidedAt: string | null
    id: string
    isAdult: boolean
    name: string
    namedUntil: string | null
    revision: number
    state: 'waiting' | 'shown' | 'declined'
    text: string
    writtenAt: string
  }
  book_shares: {
    accountId: string | null
    basisPoints: number | null
    bookId: string
    id: number
    since: string
  }
  books: {
    authorId: string
    authorName: string
    category: string
    content: string | null
    coverImageUrl: string | null
    createdAt: string
    deletedAt: string | null
    deletedBy: string | null
    description: string
    editionId: string | null
    epubBytes: number | null
    epubId: string | null
    epubUploadedAt: string | null
    erasedAt: string | null
    id: string
    isPublished: boolean
    isReadable: boolean
    isStamped: boolean
    mergedFrom: string[] | null
    partsCount: number
    pdfBytes: number | null
    pdfId: string | null
    pdfPages: number | null
    pdfUploadedAt: string | null
    price: number
    priceKobo: number
    publishedAt: string | null
    rating: number
    ratingsCount: number
    ratingsTotal: number
    revision: number
    searchText: string
    slug: string | null
    title: string
    updatedAt: string
  }
  business_settings: {
    before: Uint8Array<ArrayBuffer> | null
    beforeVersion: number | null
    changedAt: string
    changedBy: string
    holdsFrom: string
    part: string
    sealed: Uint8Array<ArrayBuffer> | null
    version: number
  }
  cache_purges: {
    again: string[]
    againAt: string | null
    failingSince: string | null
    failures: number
    onlyRow: boolean
    releaseCode: string | null
    releaseVersion: number | null
    retryAt: string | null
    siteId: string | null
    version: number | null
  }
  chapter_counts: {
    chapter: number
    editionId: string
    finished: number
    started: number
  }
  chapter_parts: {
    chapter: number
    doc: unknown
    editionId: string
    folded: string
    number: number
    part: number
    parts: number
    title: string
    words: number
  }
  data_requests: {
    answer: string | null
    answeredAt: string | null
    createdAt: string
    email: string
    id: string
    kind: 'see' | 'correct' | 'delete' | 'restrict' | 'take' | 'object'
    provenAt: string | null
    words: string
  }
  dictionaries: {
    body: Uint8Array<ArrayBuffer>
    hash: string
    sentAt: string
  }
  discounts: {
    bookIds: string[] | null
    code: string
    createdAt: string
    endsAt: string | null
    id: string
    maxUses: number | null
    maxUsesOfBuyer: number | null
    note: string | null
    offKobo: number | null
    percent: number | null
    revision: number
    startsAt: string | null
    updatedAt: string
  }
  document_revisions: {
    document: 'story' | 'issue'
    documentId: string
    fields: unknown
    isKept: boolean
    kind: 'saved' | 'original' | 'restored' | 'aside'
    number: number
    saveId: string
    savedAt: string
    savedBy: string | null
    savedByName: string
    words: number | null
  }
  download_links: {
    createdAt: string
    downloads: number
    epubSent: number
    expiresAt: string
    generation: number
    lastDownloadAt: string | null
    orderId: string
    pdfSent: number
    tokenHash: string
  }
  editions: {
    approvedAt: string | null
    dropped: unknown
    epubId: string | null
    fault: string | null
    faultPlace: string | null
    id: string
    language: string
    leftAt: string | null
    madeAt: string
    pdfId: string | null
    readyAt: string | null
    words: number
  }
  epub_files: {
    id: string
    keptAt: string
    sample: string
  }
  figure_days: {
    class: string
    day: Date
    measure: string
    total: number
  }
  first_steps: {
    doneAt: string | null
    name: string
  }
  gift_codes: {
    codeHash: string
    generation: number
    number: number
    orderId: string
    redeemedAs: string | null
    redeemedAt: string | null
  }
  gone_stories: {
    goneAt: string
    reason: 'author' | 'law' | 'us'
    slugHashes: string[]
    storyId: string
  }
  guardian_answers: {
    agrees: boolean
    givenAt: string
    givenBy: 'guardian' | 'contributor'
    guardianId: string
    number: number
    wording: number | null
  }
  guardians: {
    askedAnew: number | null
    email: string
    id: string
    name: string
    namedAt: string
    phonedAt: string | null
    readerId: string
  }
  imported_pictures: {
    sha256: string
    uploadId: string
  }
  imported_stories: {
    digest: string
    importedFrom: string
    revision: number
    seriesPart: number | null
    seriesTitle: string | null
    storyId: string | null
  }
  invoices: {
    accountName: string
    accountNumber: string
    bankName: string
    createdAt: string
    dueOn: Date
    number: string | null
    openUntil: Date
    orderId: string
    purchaseNumber: string
    remindedAt: string | null
    school: string
    schoolAddress: string
    withdrawnAt: string | null
  }
  ledger_entries: {
    at: string
    id: number
    kind: 'sale' | 'refund' | 'payout' | 'payout_taken_back'
    orderId: string | null
    payoutId: string | null
  }
  ledger_lines: {
    account: 'received' | 'publisher' | 'vat' | 'author' | 'paid_out'
    authorAccountId: string | null
    basisPoints: number | null
    bookId: string | null
    discountKobo: number | null
    entryId: number
    kobo: number
    paidKobo: number | null
    position: number
    vatKobo: number | null
  }
  letter_counts: {
    bounced: number
    complained: number
    handingOver: number
    leftNewsletter: number
    letterId: string
    recipients: number
    refused: number
    sent: number
    suppressed: number
    uncertain: number
    undecided: number
    waiting: number
  }
  letter_recipients: {
    attempts: number
    leaseUntil: string | null
    letterId: string
    nextTryAt: string
    providerId: string | null
    reason: string | null
    reported: 'bounced' | 'complained' | null
    sender: string | null
    sentAt: string | null
    state: 'waiting' | 'claimed' | 'handing_over' | 'sent' | 'refused' | 'suppressed' | 'uncertain'
    subscriberId: string
    token: string | null
  }
  letters: {
    categories: string[]
    content: string
    createdAt: string
    createdBy: string
    deletedAt: string | null
    deletedBy: string | null
    digest: 'weekly' | 'monthly' | 'daily' | null
    digestFrom: Date | null
    digestTo: string | null
    finishedAt: string | null
    id: string
    kind: 'letter' | 'digest'
    leftCount: number
    listedAt: string | null
    mailHtml: string | null
    mailSubject: string | null
    mailText: string | null
    mergedFrom: string[] | null
    preheader: string
    revision: number
    saveId: string | null
    savedAt: string | null
    savedBy: string | null
    savedByName: string | null
    sendAt: string | null
    startedAt: string | null
    state: 'draft' | 'scheduled' | 'sending' | 'paused' | 'stopped' | 'sent'
    subject: string
    trouble: string | null
    wasKept: boolean
    whyPaused: string | null
  }
  library_links: {
    createdAt: string
    generation: number
    readerId: string
    tokenHash: string
  }
  likes: {
    createdAt: string
    readerId: string
    storyId: string
  }
  mail_events: {
    data: unknown
    id: string
    provider: string
    receivedAt: string
    settledAt: string | null
  }
  mails: {
    attempts: number
    createdAt: string
    data: unknown
    id: string
    kind: string
    lastError: string | null
    nextTryAt: string | null
    recipient: string
    sentAt: string | null
    undoId: string | null
    wasKept: boolean
  }
  migrations: {
    name: string
    ranAt: string
    sha256: string
  }
  moved_addresses: {
    path: string
    storyId: string
  }
  newsletter_withdrawals: {
    addressHash: string
    askedAt: string
    confirmedAt: string | null
    source: string | null
    withdrawnAt: string
    wording: number | null
  }
  notices: {
    authority: string
    createdAt: string
    id: string
    paper: Uint8Array<ArrayBuffer> | null
    paperType: 'application/pdf' | 'image/jpeg' | 'image/png'
    reportId: string
  }
  order_browsers: {
    keyHash: string
    orderId: string
    usedAt: string
  }
  order_events: {
    at: string
    by: string
    id: number
    note: string | null
    orderId: string
    what: string
  }
  order_parts: {
    authorName: string
    bookId: string
    orderId: string
    position: number
    title: string
    unitKobo: number | null
  }
  orders: {
    amountKobo: number
    authorName: string
    bookId: string
    bookTitle: string
    buyerEmail: string
    buyerName: string
    checkoutClaimedUntil: string | null
    checkoutUrl: string | null
    claimedAt: string | null
    codesOpenHere: boolean
    createdAt: string
    currency: string
    discountCode: string | null
    discountId: string | null
    discountKobo: number
    id: string
    idempotencyKey: string | null
    isTest: boolean
    keyHash: string
    lastDigits: string | null
    nextCheckAt: string | null
    orderNumber: string
    paidAt: string | null
    paymentMethod: 'card' | 'transfer'
    placedFrom: string | null
    problem: string | null
    problemCode: string | null
    problemCurrency: string | null
    problemKobo: number | null
    problemReference: string | null
    provider: 'paystack' | 'flutterwave' | 'test' | 'bank' | 'free' | 'gift'
    providerStatus: string | null
    purchaseId: string | null
    quantity: number
    readAt: string | null
    readerId: string | null
    reference: string
    refundAskedAt: string | null
    refundDue: boolean
    refundedAt: string | null
    state: 'pending' | 'paid' | 'failed' | 'abandoned' | 'expired' | 'refunded' | 'needs_review'
    unitKobo: number
    updatedAt: string
    vatBasisPoints: number
    vatKobo: number
  }
  password_resets: {
    expiresAt: string
    readerId: string
    tokenHash: string
  }
  payment_days: {
    claimedUntil: string | null
    comparedAt: string | null
    day: Date
    failure: string | null
    payments: number
    provider: 'paystack' | 'flutterwave' | 'test'
    settled: number
  }
  payment_differences: {
    amountKobo: number | null
    currency: string
    day: Date
    foundAt: string
    kind: 'paidThere' | 'paidHere' | 'otherAmount' | 'refundedThere' | 'refundedHere' | 'unknown'
    provider: string
    providerStatus: string
    reference: string
  }
  payment_notices: {
    nextTryAt: string
    notice: string
    provider: string
    receivedAt: string
    reference: string
    settledAt: string | null
  }
  payouts: {
    accountId: string
    createdAt: string
    id: string
    kobo: number
    paidOn: Date
    reference: string
  }
  pdf_chapters: {
    isLeftOut: boolean
    number: number
    pdfId: string
    revision: number
    text: string
    title: string
  }
  pdf_texts: {
    approvedRevision: number | null
    fault: string | null
    pdfId: string
    revision: number
  }
  presents: {
    generation: number
    greeting: string
    openedAs: string | null
    openedAt: string | null
    orderId: string
    recipientEmail: string
    recipientName: string
    sendAt: string
    sentAt: string | null
    tokenHash: string
  }
  publication_files: {
    id: string
    keptAt: string
  }
  publications: {
    authorName: string | null
    category: string | null
    content: string
    coverImageUrl: string | null
    deletedAt: string | null
    deletedBy: string | null
    description: string | null
    id: string
    pdfBytes: number | null
    pdfId: string | null
    pdfPages: number | null
    position: number | null
    publishedAt: string | null
    readContent: string | null
    retiredAt: string | null
    revision: number
    slug: string
    title: string | null
  }
  publishing_requests: {
    author: string
    authorEmail: string
    authorPhone: string
    bookId: string | null
    category: string
    coverImageUrl: string | null
    createdAt: string
    description: string
    id: string
    mergedFrom: string[] | null
    message: string | null
    messageAt: string | null
    note: string | null
    price: number
    publishingReason: string
    revision: number
    status: 'received' | 'in_review' | 'accepted' | 'declined'
    title: string
    updatedAt: string
  }
  reader_devices: {
    id: string
    lastUsedAt: string
    readerId: string
  }
  readers: {
    ageBand: 'under-13' | '13-17' | '18+' | null
    createdAt: string
    email: string
    emailProvenAt: string | null
    firstName: string | null
    id: string
    lastName: string | null
    passwordHash: string | null
    profileImageUrl: string | null
    providerSubject: string | null
    updatedAt: string
  }
  reading_events: {
    category: string
    createdAt: string
    day: string
    id: string
    isBook: boolean
    isRead: boolean
    readTimeMinutes: number
    readerId: string
    seconds: number
    storyId: string
  }
  receipts: {
    issuedAt: string
    number: number
    orderId: string
    year: number
  }
  reporters: {
    createdAt: string
    email: string | null
    id: string
    reportId: string
    words: string
  }
  reports: {
    address: string
    count: number
    createdAt: string
    decidedAt: string | null
    id: string
    kind: 'story' | 'review' | 'author'
    message: string | null
    overdueAt: string | null
    reason: 'wrong' | 'private' | 'harm' | 'copied' | 'notice'
    state: 'open' | 'kept' | 'corrected' | 'removed'
    subjectId: string
    title: string
  }
  saved_books: {
    bookId: string
    createdAt: string
    readerId: string
  }
  series: {
    id: string
    title: string
  }
  series_parts: {
    part: number
    seriesId: string
    storyId: string
  }
  sessions: {
    createdAt: string
    expiresAt: string
    id: string
    userId: string
  }
  setting_revisions: {
    groupName: string
    id: number
    publishedAt: string
    publishedBy: string | null
    value: unknown
  }
  settings: {
    draft: unknown
    draftRevision: number
    draftSavedAt: string | null
    draftSavedBy: string | null
    groupName: string
    id: string
    publishedBy: string | null
    value: unknown
  }
  site_builds: {
    error: string | null
    finishedAt: string
    id: number
    startedAt: string
    version: number
  }
  site_version: {
    lastTransaction: string | null
    onlyRow: boolean
    settingsVersion: number
    shelfVersion: number
    siteId: string
    version: number
  }
  staff: {
    chosePassword: boolean
    createdAt: string
    email: string | null
    endedAt: string | null
    id: string
    name: string
    passwordHash: string | null
    readerId: string | null
    role: 'owner' | 'editor' | 'author' | 'shopkeeper'
    state: 'invited' | 'active' | 'ended'
  }
  staff_attempts: {
    challenge: string | null
    expiresAt: string
    id: string
    purpose: 'sign-in' | 'enrol' | 'confirm'
    secret: string | null
    staffId: string
  }
  staff_authenticators: {
    createdAt: string
    lastStep: number
    secret: string
    staffId: string
  }
  staff_links: {
    expiresAt: string
    id: string
    purpose: 'join' | 'password' | 'second-step' | 'reader' | 'begin'
    readerId: string | null
    staffId: string
  }
  staff_passkeys: {
    counter: number
    createdAt: string
    id: string
    lastUsedAt: string | null
    name: string
    publicKey: Uint8Array<ArrayBuffer>
    rpId: string
    staffId: string
    transports: string[]
  }
  staff_recovery_codes: {
    id: string
    staffId: string
  }
  staff_sessions: {
    browser: string | null
    confirmedAt: string | null
    createdAt: string
    endHash: string | null
    expiresAt: string
    id: string
    lastUsedAt: string
    publicId: string
    staffId: string
  }
  stories: {
    aiUse: 'none' | 'wording' | 'parts' | null
    approvedBy: string | null
    approvedHash: string | null
    authorId: string
    authorImageUrl: string | null
    authorName: string
    authorRole: string
    category: string
    content: string
    contentFormat: 'plain' | 'markdown'
    contentText: string | null
    createdAt: string
    deletedAt: string | null
    deletedBy: string | null
    excerpt: string
    heat: number
    id: string
    imageAlt: string
    imageCredit: string
    imageFocus:
      | 'center'
      | 'top'
      | 'bottom'
      | 'left'
      | 'right'
      | 'left-top'
      | 'right-top'
      | 'left-bottom'
      | 'right-bottom'
    imageLicence: 'own' | 'permission' | 'cc-by' | 'cc-by-sa' | 'public-domain' | 'ai' | null
    imageSource: string | null
    imageUrl: string | null
    interests: string[]
    isFeatured: boolean
    isPublished: boolean
    likesCount: number
    mergedFrom: string[] | null
    peopleAgree: boolean
    publishAt: string | null
    publishedAt: string | null
    rating: number
    ratingsCount: number
    ratingsTotal: number
    readTimeMinutes: number
    reviewNote: string | null
    revision: number
    sharesCount: number
    slug: string | null
    status: 'submitted' | 'returned' | 'declined'
    summary: string
    termsAgreedAt: string | null
    title: string
    unpublishAt: string | null
    updatedAt: string
    videoUrl: string | null
    views: number
  }
  story_changes: {
    changedAt: string
    description: string | null
    isSerious: boolean
    kind: 'update' | 'correction'
    number: number
    reason: string | null
    said: string | null
    says: string | null
    storyId: string
  }
  story_days: {
    day: Date
    finishes: number
    likes: number
    offlineReads: number
    reads: number
    seconds: number
    shares: number
    storyId: string
  }
  story_drafts: {
    consent: 'asked' | 'agreed' | 'answered' | null
    consentAnswer: string | null
    consentAt: string | null
    consentFor: number | null
    createdAt: string
    deletedAt: string | null
    deletedBy: string | null
    head: number
    listedAt: string | null
    ownerId: string | null
    sent: number | null
    sentAt: string | null
    stored: number | null
    storyId: string
    updatedAt: string
  }
  story_hours: {
    finishes: number
    hour: string
    offlineReads: number
    seconds: number
    storyId: string
  }
  story_ratings: {
    rating: number
    readerId: string
    storyId: string
    updatedAt: string
  }
  story_words: {
    head: string
    nth: number
    publishedAt: string
    storyId: string
    words: string
  }
  subscribers: {
    categories: string[]
    confirmHash: string | null
    confirmUntil: string | null
    confirmedAt: string | null
    createdAt: string
    digest: 'weekly' | 'monthly' | null
    email: string
    follows: string[]
    id: string
    importId: string | null
    importedAt: string | null
    mergedFrom: string[] | null
    source: string | null
    takesLetters: boolean
    unsubscribeToken: string
    wording: number | null
  }
  suppressions: {
    detail: string | null
    email: string
    reason: 'refused' | 'bounced' | 'complained'
    since: string
  }
  test_mails: {
    arrivedAt: string
    server: string
  }
  test_payments: {
    amountKobo: number
    arrivesAt: string | null
    createdAt: string
    currency: string
    method: 'card' | 'transfer'
    reference: string
    returnUrl: string
    status: 'open' | 'failed' | 'abandoned' | 'reversed'
    title: string
  }
  undos: {
    after: unknown
    before: unknown
    id: string
    kind: string
    mails: number
    staffId: string
    subjectId: string
    undoneAt: string | null
    until: string
  }
  unlocked_achievements: {
    achievement: string
    readerId: string
    unlockedAt: string
  }
  uploads: {
    avifWidths: number[] | null
    createdAt: string
    height: number
    id: string
    readerId: string | null
    staffId: string | null
    width: number
  }
  week_edition_stories: {
    editionId: string
    place: number
    storyId: string
    takenDownAt: string | null
  }
  week_editions: {
    html: Uint8Array<ArrayBuffer> | null
    id: string
    madeAt: string
    monday: Date
    pdf: Uint8Array<ArrayBuffer> | null
    publishedAt: string | null
    withdrawnAt: string | null
  }
}
