/** What every error of the product says, by its HTTP status. */
export const errorSentences = {
  400: {
    invalid: 'Please check what you sent and try again.',
    notJson: 'The request body must be JSON.',
    codeNotKnown: 'This code is not known. Please check its letters and digits.',
    resetExpired: 'This link has been used or has expired. Please ask for a new one.',
    signInNotFinished: 'Signing in was not finished. Please try again.',
    issueNotReady:
      'This newsletter cannot be sent yet. Look at what is said about it, then try again.',
    csvUnreadable: 'This is not a CSV that can be read. Save it as “CSV UTF-8” and try again.',
    csvWithoutAddresses: 'No e-mail addresses were found in this column of the file.',
  },
  401: {
    unauthorized: 'Unauthorized',
    wrongSignIn: 'That e-mail and password do not match. Check both, or reset your password.',
    wrongStaffSignIn: 'Invalid username or password',
    secondStepNeeded: 'Please confirm this sign-in in a second step.',
    secondStepMissing: 'Your role needs two-step sign-in. We have mailed you a link to set it up.',
    wrongSecondStep: 'That is not right. Please try again, or use another way.',
    secondStepOver: 'This took too long, or was used already. Please sign in again.',
  },
  403: {
    emailNotVerified:
      'Your sign-in provider has not confirmed your e-mail address yet. Confirm it there, then try again.',
    forbiddenForRole: 'Your role does not include this. Please ask the owner of the magazine.',
    undoOfAnother: 'Only the person who did this, or the owner, can undo it.',
    notABuyer: 'Only those who have bought this book can rate it.',
    /** Anybody can order a free book in another's name, so only the mailed key is accepted. */
    ratedByMail: 'To rate a free book, open the link in the mail that we sent with it.',
    ratedWithAnother:
      'You have rated this book with another of your orders. Sign in to change your rating.',
    ratedByRecipient: 'This order is a present. Whoever it is for can rate the book.',
    bookClosed: 'This book opens for its buyers. Find your order to read it.',
    testOpensNothing:
      'This order was paid in a test. No money moved, so it does not open the book.',
    crossSite: 'This request came from another site and was not carried out.',
    onlyReads:
      'Under 13, you can read everything here. To do more, name a parent or guardian on your account page: it works once they agree.',
  },
  404: {
    editionNotFound: 'There is no edition of this week.',
    notFound: 'There is nothing at this address.',
    storyNotFound: "The story you're looking for doesn't exist.",
    editNotFound: 'There is no edit of this story any more that waits for your answer.',
    revisionNotFound: 'This state is not kept any more. Those that are stand in the list.',
    bookNotFound: "The book you're looking for doesn't exist.",
    bookFileNotFound: 'This book has no file yet.',
    epubNotFound: 'This book has no EPUB. Its PDF can be downloaded.',
    chapterNotFound: 'This book has no such chapter.',
    sampleNotFound: 'This book has no sample to read.',
    authorNotFound: 'This author has no page here.',
    discountNotFound: 'There is no such discount code.',
    authorAccountNotFound: 'There is no such author account.',
    payoutNotFound: 'There is no such payout.',
    statementNotFound:
      'This link is not complete, or another one was mailed since. Ask the publisher for a new one.',
    invoiceNotFound: 'There is no invoice of this order.',
    orderNotFound: 'There is no such order, or this link to it is not complete.',
    libraryNotFound: 'This address is not valid any more. Your account has the current one.',
    receiptNotFound:
      'This order has no receipt: nothing was paid for it, or its payment has not come in yet.',
    codeNotOfOrder:
      'This code is not among those of the order, or was replaced. Choose one that is in the list now.',
    codesNotFound:
      'This order has no codes: they come with each copy after the first, once it is paid.',
    downloadNotFound:
      'This download link is used up or has expired. Ask for a new one under Find my order.',
    presentNotFound:
      'This link is not complete, or the present was sent to another address since. Ask whoever gave it to you.',
    personNotFound: 'This person is not among the staff any more.',
    sessionNotFound: 'This session has ended already.',
    guardianNotFound:
      'This link is not complete, or somebody else was named since. Nothing can be agreed to with it.',
    subscriberNotFound:
      'This link is not complete, or this address has left the newsletter. No letters come to it.',
    issueNotFound: 'This newsletter does not exist any more.',
    suppressionNotFound: 'This address gets letters already.',
    settingNotFound: 'There is no such setting.',
    earlierTextNotFound: 'There is no text of this day.',
    previewEnded: 'This preview has ended. Please ask the magazine for a new link.',
    notPreviewed: 'The preview does not show this page. Go back to the one before.',
    deletedNotFound: 'This was erased, or brought back, meanwhile.',
    undoNotFound: 'There is nothing to undo any more.',
    requestNotFound: "The publishing request you're looking for doesn't exist.",
    reviewNotFound: 'This review was taken back by whoever wrote it.',
    reportedReviewNotFound: 'This review is not shown any more.',
    reportNotFound: 'There is no such report.',
    followedNotFound: 'There is nothing of this name to follow.',
    dataRequestNotFound: 'This link is not valid any more. Please send the request again.',
    publicationNotFound: "The publication you're looking for doesn't exist.",
    pictureNotFound: "The picture you're looking for doesn't exist.",
    changeNotFound:
      'This change was taken back already, or changed again since. Sign in and look at Business.',
    testMailNotFound:
      'This test mail came through another mail server than the one that is set now. Send a new one.',
    importNotFound: 'This import was undone already, or is too long ago.',
  },
  405: {
    methodNotAllowed: 'This address does not take that method.',
  },
  406: {
    noDifference:
      'A page that is fetched ahead on a slow connection comes as a difference, or not at all.',
  },
  408: {
    tooSlow:
      'What you sent did not arrive in time. Please try again where the connection is better.',
  },
  409: {
    editionIsOut: 'This edition is out. Withdraw it first, then make it anew.',
    editionInWork:
      'This edition is being made anew, because a story has left it. Please try again in a minute.',
    weekWithoutStories: 'Nothing was published in this week that could be in its edition.',
    codeUsed: 'This code has been used, with another e-mail address. Ask whoever gave it to you.',
    textNotReady: 'The text of this book is not ready to be read here.',
    reviewNotCorrected: 'A review is somebody else’s words: keep it, or take it down.',
    notesFull:
      'Your account has 2,000 notes, which is as many as it takes. Please delete some first.',
    followsFull: 'You follow as much as one can. Please stop following something first.',
    publicationIsFile:
      'The PDF, text and cover of this publication are files on the server. Change them there, or hide it and add another one.',
    publicationWithoutPdf: 'Upload its PDF first, then publish it.',
    accountNotCreated:
      'We could not create this account. If you already have one, sign in or reset your password.',
    noPdfYet: 'This book is not yet available. Please come back soon.',
    bundleIncomplete:
      'A book of this bundle is not sold any more, so the bundle cannot be bought right now.',
    codeStaysUsed:
      'This code has been used already, so it can neither be mailed nor replaced. Choose another one.',
    presentOpened: 'The present was opened already, so it stays as it is.',
    presentEnded: 'This present has ended: the order that it came from was given back.',
    presentCorrectedOften:
      'The address of this present was changed too often. Write to us if it is still wrong.',
    totalNotShown:
      'With the discount code the total is another one. Look at it, then press the button again.',
    priceChanged:
      'The price of the book has changed since this order. Order it again on the page of the book.',
    shareOfAnother: 'This book belongs to another author account. End its share there first.',
    bundleHasNoShare:
      'A bundle has no share of its own: its money is divided among its books, and each has its own.',
    payoutAboveBalance: 'That is more than the account is owed. Look at its balance again.',
    nothingToInvoice: 'This costs nothing, so it needs no invoice: get it on the page of the book.',
    invoiceCannotMove: 'The invoice is not in a state in which that can be done. Look at it again.',
    ownTransfer: 'You wrote this transfer down, so somebody else has to confirm it.',
    orderCannotMove: 'The order is not in a state in which that can be done. Look at it again.',
    storyIsPublished: 'This story is published. To change it or take it down, please write to us.',
    lastSecondStep: 'You sign in with this. Set up another way before you remove it.',
    ownerIsConfigured: 'The owner is named by the settings of the site and is not changed here.',
    passwordIsConfigured:
      'This password is among the settings of the server, and is changed there.',
    changedMeanwhile:
      'This was changed meanwhile, maybe in another tab. Look at the newest version, then decide again.',
    authorDecides:
      'Only the contributor can decide to have a page. You can change one that is shown, or take it down.',
    seriesPartTaken:
      'Another story is this part of the series. Choose another number, or change that story first.',
    savedMeanwhile:
      'Somebody else has saved this story meanwhile. Your words are kept beside theirs: compare them, then go on with one.',
    issueSavedMeanwhile:
      'Somebody else has saved this newsletter meanwhile. Your words are still on this page: keep them as another newsletter, or look at theirs.',
    settingSavedMeanwhile:
      'Somebody else has changed this draft meanwhile. Your words are still on this page: look at theirs, then decide which to keep.',
    businessChangedMeanwhile:
      'Somebody else has changed this meanwhile. Open the page again to see what holds now.',
    providerLeftOut:
      'The server says itself how is paid here, and leaves this out. Ask whoever runs it to change that.',
    businessIsOfServer:
      'The server sets this itself, and what it sets comes first. Change it there.',
    backupIsRunning: 'A backup is being made already. What comes of it will stand here.',
    mailIsOff:
      'Mail is off, so nothing was sent. Set up a mail server first; the newsletter stays as it is.',
    issueIsNoDraft:
      'This newsletter is scheduled, or is being sent. Unschedule it to change it, or write a new one.',
    consentAwaited:
      'The contributor was asked to look at an edit and has not agreed to this one. Wait for the answer, ask again, or take the question back.',
    textNotApproved:
      'Readers cannot see this text yet: it was changed after it was approved. Look at the newest version, then publish that.',
    ageNotTold:
      'This contributor has not told us their age yet, so nothing new of theirs can be published. Return the story to them with a note: the form asks for it.',
    guardianNotNamed:
      'This contributor is under 18 and has not named a parent or guardian yet. Ask them in a note to name one on their account page.',
    guardianAwaited:
      'This contributor is under 18, and their parent or guardian does not agree, or has not answered yet. It can be published once they agree.',
    guardianNotPhoned:
      'This contributor is under 13. Ring up their parent or guardian, tick “Guardian confirmed by phone” where the story is reviewed, then publish it.',
    authorAgeNotTold:
      'This page can be shown once its author has told us their age, which the account page asks.',
    authorGuardianAwaited:
      'This author is under 18. The page can be shown once their parent or guardian agrees; the account page says how.',
    ageToldBefore:
      'You have told us your age before. If it was wrong, or you are 18 by now, please write to us.',
    noGuardianNeeded:
      'Only those under 18 name a parent or guardian. Please tell us your age first.',
    agreementTakenBack:
      'The young person has withdrawn this themselves. Please ask them to name you again on their account page.',
    noContributor: 'There is no account behind this story whose owner could be asked.',
    invalidStoryTransition:
      'The story is not in a state from which that can be done. Look at it again.',
    issueCannotMove:
      'The newsletter is not in a state in which that can be done, or was changed meanwhile. Look at it again.',
    requestCannotMove:
      'The request is not in a state from which that can be done. Look at it again.',
    undoChanged: 'Somebody has changed this since, so it was not undone. Look at it again.',
  },
  410: {
    codeEnded: 'This code has ended: the money for it was given back.',
    bookRefunded: 'Your money was given back, so this book is closed.',
    storyDeleted:
      'This story was deleted meanwhile. Your words are on this device: bring the story back under Deleted, then they are saved.',
    undoOver:
      'The time to undo this is over, and its mails are on their way. Change it back where it stands.',
  },
  413: {
    fileTooLarge: 'The file is larger than 10 MB. Please choose a smaller one.',
    pdfTooLarge: 'The PDF is larger than 50 MB. Please make it smaller and try again.',
    epubTooLarge: 'The EPUB is larger than 50 MB. Please make it smaller and try again.',
    tooLarge: 'The request is too large.',
    csvTooLarge: 'The file is larger than 5 MB or 20,000 rows. Import it in several parts.',
    logoTooLarge: 'A logo must be at most 64 KB as SVG and 2 MB as PNG.',
  },
  415: {
    wrongMediaType: 'The request body must be sent as application/json.',
    notAPicture: 'Only JPG and PNG pictures can be uploaded. Please choose another file.',
    badLogo: 'A logo must be an SVG or PNG that can be read.',
    notAPdf: 'This file is not a PDF that can be read. Please choose another one.',
    badEpub: 'This EPUB cannot be sold as it is.',
    pdfWithScript:
      'This PDF holds a script, which could run on readers’ phones. Print it to a new PDF and upload that one.',
    pdfWithFiles:
      'Other files or media are inside this PDF. Print it to a new PDF without them and upload that one.',
    pdfWithAction:
      'This PDF opens programs, files or forms by itself. Print it to a new PDF and upload that one.',
    lockedPdf: 'This PDF asks for a password. Please save it without one and try again.',
    videoNotTaken:
      'Videos cannot be uploaded here. Put yours online and paste its address under Video URL.',
  },
  416: {
    badRange: 'The requested part lies outside the file.',
  },
  422: {
    keyReused:
      'This was sent before with other contents. Please look it through, then send it as a new one.',
  },
  429: {
    tooMany: 'That was tried too often. Please wait a while and try again.',
    discountTries: 'Too many discount codes were tried. Wait an hour, or buy without a code.',
    submissionsUnproven:
      'You have sent in three stories today. Open the link in our welcome mail to send in more, or come back tomorrow.',
    emailChangesADay: 'You have asked for five new addresses today. Please try again tomorrow.',
    guardiansADay:
      'We have written to a parent or guardian of yours five times today. Please try again tomorrow.',
    submissionsADay: 'You have sent in twenty stories today. Please send in the next one tomorrow.',
    chaptersTooMany:
      'You have opened very many chapters in a short time. Please go on reading a little later.',
    keepsTooMany: 'One order keeps books three times a day. Please try again tomorrow.',
    pagesBusy: 'Very many people are asking for this right now. Please try again in a moment.',
    signInBusy: 'Very many people are signing in right now. Please try again in a few seconds.',
  },
  503: {
    paymentUnavailable:
      'Payment is not available right now. Nothing was charged. Please try again.',
    providerSilent: 'The provider did not answer. Nothing was changed. Please try again.',
    invoicesNotOpen: 'Invoices are not made here at present. Nothing was ordered.',
    buyingNotOpen: 'Buying opens soon. Nothing was charged.',
    webhookNotChecked: 'This cannot be checked right now. Please send it again.',
    notReady: 'The service is starting. Please try again in a moment.',
    databaseUnavailable:
      'This cannot be looked up or kept right now. Please try again in a moment.',
    storageUnavailable:
      'Pictures and books cannot be reached right now. Please try again in a moment.',
    signInUnavailable: 'Signing in is not possible right now. Please try again in a moment.',
  },
  507: {
    diskFull:
      'There is no room for this on our side right now, and nothing of it was kept. Please try again later.',
    serverDiskFull:
      'The disk of the service is full, and nothing of this was kept. Free some room on it, then try again.',
  },
} as const
