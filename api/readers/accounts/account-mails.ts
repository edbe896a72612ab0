import { addressProof, emailChangeProof, preferencesToken } from '#api/http/secrets/secrets.ts'
import { greeting, type MailTexts } from '#api/mails/mail-texts.ts'
import { insertConfirmation } from '#api/mails/mails.queries.ts'
import { linkMinutes, submissionsADay } from '#contract/form-limits.ts'
import { paths } from '#contract/paths.ts'
import { mailedPaths } from '#contract/server-paths.ts'
import { outsideTransaction } from '#db/sql.ts'
import { findReader, findReaderByEmail, insertReset } from './accounts.queries.ts'

export const accountMails = {
  async welcome({ firstName }, { brand, publicUrl, recipient, isProven, orderSecret }) {
    const reader = isProven ? undefined : await findReaderByEmail(recipient)
    const start = { label: 'Start reading', url: `${publicUrl}${paths.home}` }
    const proof = reader && { id: reader.id, proof: addressProof(orderSecret, reader) }
    const prove = proof && {
      label: 'Confirm your e-mail address',
      url: `${publicUrl}/api/auth/prove?${new URLSearchParams(proof)}`,
    }
    return {
      subject: `Welcome to ${brand.name}`,
      paragraphs: [
        greeting(firstName),
        `Your account at ${brand.name} is ready. You can now like stories, save books for later and send in a story of your own.`,
        ...(prove
          ? [
              `Please confirm that this e-mail address is yours. It brings your books: whatever you bought with it, redeemed or were given comes to your library. Until then you can send in ${submissionsADay.unproven} stories a day.`,
            ]
          : []),
      ],
      link: prove ?? start,
      ...(prove && { moreLinks: [start] }),
      because: `an account was made with this e-mail address. If that was not you, write to ${brand.email} and we will remove it.`,
    }
  },

  async emailChange({ readerId }, { brand, publicUrl, recipient, orderSecret }) {
    const reader = await findReader(readerId)
    if (!reader) return
    const because = 'somebody typed it as the new address of their account.'
    if (await findReaderByEmail(recipient)) {
      return {
        subject: `This e-mail address has an account at ${brand.name}`,
        paragraphs: [
          'Hello,',
          `Somebody, most likely you, wants to use this e-mail address for another account at ${brand.name}. It has one already, so nothing was changed: sign in to that one.`,
        ],
        link: { label: 'Sign in', url: `${publicUrl}${paths.signIn()}` },
        because,
      }
    }
    const until = String(Date.now() + linkMinutes.emailChange * 60_000)
    const proof = emailChangeProof(orderSecret, { ...reader, newEmail: recipient, until })
    return {
      subject: `Confirm your new e-mail address at ${brand.name}`,
      paragraphs: [
        'Hello,',
        `Somebody, most likely you, wants to use this e-mail address for their account at ${brand.name}. The link changes it; it works for ${linkMinutes.emailChange / 60} hours.`,
        'If it was not you, do nothing.',
      ],
      link: {
        label: 'Use this address',
        url: `${publicUrl}/api/auth/change-email?${new URLSearchParams({ id: readerId, email: recipient, until, proof })}`,
      },
      because,
    }
  },

  emailChanged: ({ from, to }, { brand }) => ({
    subject: `Your e-mail address at ${brand.name} has changed`,
    paragraphs: [
      'Hello,',
      `Your account at ${brand.name} had the address ${from}, and has ${to} now. You sign in with the new one, and our mails go there. What you bought stays in your library.`,
      `If that was not you, write to us at ${brand.email} at once.`,
    ],
    because: 'your account has, or had, this e-mail address.',
  }),

  passwordChanged: (_, { brand, publicUrl }) => ({
    subject: `Your password at ${brand.name} has changed`,
    paragraphs: [
      'Hello,',
      'The password of your account was changed on its page, and every other browser is signed out.',
      'If that was not you, choose a new one by mail at once.',
    ],
    link: {
      label: 'Choose a new password',
      url: `${publicUrl}${paths.signIn('forgot')}`,
    },
    because: 'it is the e-mail address of your account.',
  }),

  async reset(_, { brand, publicUrl, recipient }) {
    const reader = await findReaderByEmail(recipient)
    if (!reader) return
    // It is stored outside the transaction, so that a delivered mail always holds a valid link.
    const token = await outsideTransaction(() => insertReset(reader.id))
    return {
      subject: `Choose a new password for ${brand.name}`,
      paragraphs: [
        greeting(reader.firstName),
        `Somebody, most likely you, asked for a new password. This link lets you choose one. It works once, within ${linkMinutes.reset} minutes.`,
        'If it was not you, do nothing: your password stays as it is.',
      ],
      link: {
        label: 'Choose a new password',
        url: `${publicUrl}${mailedPaths.resetPassword(token)}`,
      },
      because: 'somebody asked for a new password for the account with this e-mail address.',
    }
  },

  async newsletter(_, { brand, publicUrl, recipient, orderSecret }) {
    const confirmation = await outsideTransaction(() => insertConfirmation(recipient))
    if (!confirmation) return
    const { token, unsubscribeToken } = confirmation
    const api = `${publicUrl}/api/newsletter`
    return {
      subject: `Please confirm: the ${brand.name} newsletter`,
      paragraphs: [
        'Hello,',
        `Somebody, most likely you, asked for the ${brand.name} newsletter at this e-mail address. Confirm it, and you will get it. The link works for ${linkMinutes.newsletter / 24 / 60} days.`,
        'If it was not you, do nothing: you will get no newsletter.',
      ],
      link: {
        label: 'Confirm my subscription',
        url: `${api}/confirm?${new URLSearchParams({ token })}`,
      },
      moreLinks: [
        {
          label: 'Afterwards you can choose how often you hear from us, and what about',
          url: `${publicUrl}${mailedPaths.newsletterPreferences(preferencesToken(orderSecret, unsubscribeToken))}`,
        },
      ],
      because: 'this e-mail address was typed into our newsletter form.',
      unsubscribeUrl: `${api}/unsubscribe?${new URLSearchParams({ token: unsubscribeToken })}`,
    }
  },
} satisfies Partial<MailTexts>
