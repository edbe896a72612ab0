import type { MailText } from './placeholders.ts'

const becauseStory = 'you sent a story to {magazine}.'

/** To readers and contributors. */
export const readerMails = {
  welcome: {
    label: 'New account',
    isAboutData: true,
    subject: 'Welcome to {magazine}',
    text: `Your account at {magazine} is ready. You can now like stories, save books for later and send in a story of your own.
Please confirm that this e-mail address is yours. It brings your books: whatever you bought with it, redeemed or were given comes to your library. Until then you can send in {stories} stories a day.
{link}`,
    button: 'Confirm your e-mail address',
    because:
      'an account was made with this e-mail address. If that was not you, write to {email} and we will remove it.',
  },
  welcomeProven: {
    label: 'New account, address known',
    isAboutData: true,
    subject: 'Welcome to {magazine}',
    text: `Your account at {magazine} is ready. You can now like stories, save books for later and send in a story of your own.
{link}`,
    button: 'Start reading',
    because:
      'an account was made with this e-mail address. If that was not you, write to {email} and we will remove it.',
  },
  reset: {
    label: 'New password',
    subject: 'Choose a new password for {magazine}',
    text: `Somebody, most likely you, asked for a new password. This link lets you choose one. It works once, within {minutes} minutes.
If it was not you, do nothing: your password stays as it is.
{link}`,
    button: 'Choose a new password',
    because: 'somebody asked for a new password for the account with this e-mail address.',
  },
  passwordChanged: {
    label: 'Password changed',
    subject: 'Your password at {magazine} has changed',
    text: `The password of your account was changed on its page, and every other browser is signed out.
If that was not you, choose a new one by mail at once.
{link}`,
    button: 'Choose a new password',
    because: 'it is the e-mail address of your account.',
  },
  emailChange: {
    label: 'New address to confirm',
    subject: 'Confirm your new e-mail address at {magazine}',
    text: `Somebody, most likely you, wants to use this e-mail address for their account at {magazine}. The link changes it; it works for {hours} hours.
If it was not you, do nothing.
{link}`,
    button: 'Use this address',
    because: 'somebody typed it as the new address of their account.',
  },
  emailTaken: {
    label: 'New address has an account',
    subject: 'This e-mail address has an account at {magazine}',
    text: `Somebody, most likely you, wants to use this e-mail address for another account at {magazine}. It has one already, so nothing was changed: sign in to that one.
{link}`,
    button: 'Sign in',
    because: 'somebody typed it as the new address of their account.',
  },
  emailChanged: {
    label: 'Address changed',
    isAboutData: true,
    subject: 'Your e-mail address at {magazine} has changed',
    text: `Your account at {magazine} had the address {from}, and has {to} now. You sign in with the new one, and our mails go there. What you bought stays in your library.
If that was not you, write to us at {email} at once.`,
    needs: ['email'],
    because: 'your account has, or had, this e-mail address.',
  },
  newsletter: {
    label: 'Newsletter to confirm',
    subject: 'Please confirm: the {magazine} newsletter',
    text: `Somebody, most likely you, asked for the {magazine} newsletter at this e-mail address. Confirm it, and you will get it. The link works for {days} days.
If it was not you, do nothing: you will get no newsletter.
{link}`,
    button: 'Confirm my subscription',
    because: 'this e-mail address was typed into our newsletter form.',
  },
  follow: {
    label: 'Follow by mail',
    subject: 'Please confirm: follow {title}',
    text: `Somebody, most likely you, wants to follow {title} at {magazine} by this e-mail address. Confirm it, and you get one mail on days with something new, at most one a day. The link works for {days} days.
If it was not you, do nothing: nothing is stored.
{link}`,
    button: 'Follow by mail',
    because: 'this e-mail address was typed at {magazine} to follow something.',
  },
  imported: {
    label: 'Newsletter to confirm, after an import',
    subject: 'Would you like to stay with the {magazine} newsletter?',
    text: `You are on a list of readers that {publisher} kept elsewhere. It is {magazine} that writes to them from now on. Confirm it, and you will get the newsletter. The link works for {days} days.
If you do nothing, you will get no newsletter, and we delete your address.
{link}`,
    button: 'Confirm my subscription',
    because: 'this e-mail address is on a list of readers that {publisher} brought here.',
  },
  submission: {
    label: 'Story received',
    subject: 'We have your story: {title}',
    text: `Thank you for sending us {title}. It has been submitted for review. We'll notify you once it's published.
{link}`,
    button: 'See your submissions',
    because: becauseStory,
  },
  storyPublished: {
    label: 'Story published',
    subject: 'Your story is published: {title}',
    text: `Good news: {title} is published. Everybody can read it now, and you can share it.
{link}`,
    button: 'Read it',
    because: becauseStory,
  },
  storyReturned: {
    label: 'Story returned',
    subject: 'Please look at your story again: {title}',
    text: `We have read {title} and would like you to change something before it is published.
{note}
Once you have changed it, send it in again.
{link}`,
    button: 'Change your story',
    because: becauseStory,
  },
  storyEdit: {
    label: 'Edit to agree to',
    subject: 'Please look at our edit: {title}',
    text: `We have edited {title} and would like you to see it before it is published.
{note}
Please tell us whether you agree.
{link}`,
    button: 'Look at our edit',
    because: becauseStory,
  },
  storyDeclined: {
    label: 'Story declined',
    subject: 'Your story was not accepted: {title}',
    text: `Thank you for sending us {title}. We have read it, and we will not publish it.
{note}
Please do not let that stop you: another story of yours is welcome.
{link}`,
    button: 'See your submissions',
    because: becauseStory,
  },
  reportReceived: {
    label: 'Report received',
    subject: 'We have your report: {title}',
    text: `Thank you for telling us about {title}. Somebody looks at it within {hours} hours, and we write to you what was decided, and why.
We delete your address 30 days after that.`,
    because:
      'this e-mail address was left with a report to {magazine}. If that was not you, do nothing.',
  },
  reportDecided: {
    label: 'Report decided',
    subject: 'What became of your report: {title}',
    text: `You told us about {title}. We have looked at it. {decision}
{note}
If you see it otherwise, write to us at {email}.`,
    needs: ['decision', 'email'],
    because: 'this e-mail address was left with a report to {magazine}.',
  },
  dataRequest: {
    label: 'Data request to confirm',
    isAboutData: true,
    subject: 'Please confirm your request about your data',
    text: `Somebody, most likely you, asked {magazine} about the data that is held by this e-mail address. The link leads to a button; once you press it, we look at your request and write to you.
If it was not you, do nothing: the request is deleted after {days} days.
{link}`,
    button: 'Confirm the request',
    because: 'this e-mail address was typed into our form for requests about data.',
  },
  dataRequestAnswered: {
    label: 'Data request answered',
    isAboutData: true,
    subject: 'Our answer about your data',
    text: `You asked {magazine} about your data. This is our answer.
{note}
If it does not satisfy you, write to us at {email}. You may also complain to the Nigeria Data Protection Commission.`,
    needs: ['email'],
    because: 'you asked {magazine} about your data.',
  },
} as const satisfies Record<string, MailText>

/** What a guardian agrees to is the same in every magazine. */
export const lockedMails = {
  guardian: {
    label: 'Consent of a guardian',
    isAboutData: true,
    subject: '{magazine} asks for your agreement as a parent or guardian',
    text: `A young person under 18 has sent a story to {magazine}, or would like to, and named you as parent or guardian. Before we publish anything of theirs with their name or a picture, you must agree.
The link shows who it is, and what you would agree to. Opening it changes nothing. Please keep this mail: with the same link you can withdraw your agreement at any time.
If you do not know them, do nothing. Nothing is published, and your address is deleted after {days} days.
{link}`,
    button: 'Look at it',
    because: 'your e-mail address was given to us as that of a parent or guardian.',
  },
  guardianAgain: {
    label: 'Consent of a guardian, asked anew',
    isAboutData: true,
    subject: '{magazine} asks for your agreement to one thing more',
    text: `You agreed that {magazine} publishes stories of a young person. From now on the stories of each week are also in one file, which people send to each other: it cannot be called back from whoever has it.
The link shows what you would agree to. If you do nothing, all stays as it is, and their stories are left out of these files.
{link}`,
    button: 'Look at it',
    because: 'you agreed as a parent or guardian.',
  },
} as const satisfies Record<string, MailText>
