import { businessToken } from '#api/http/secrets/secrets.ts'
import { facts, greeting, type MailContext, type MailTexts } from '#api/mails/mail-texts.ts'
import { findReaderByEmail } from '#api/readers/accounts/accounts.queries.ts'
import { inLagos } from '#contract/dates.ts'
import { adminSessionHours, staffLinkMinutes } from '#contract/form-limits.ts'
import { roleTexts } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { oneLine } from '#contract/text.ts'
import { outsideTransaction } from '#db/sql.ts'
import { findStaff, findStaffToSignIn } from './staff.queries.ts'
import { insertStaffLink } from './staff-links.queries.ts'
import { insertEndToken } from './staff-sessions.queries.ts'

const days = (minutes: number) => minutes / 24 / 60
const momentOf = inLagos({ dateStyle: 'medium', timeStyle: 'short' })
const because = 'you are one of the people who run the magazine.'

// Links are stored outside the transaction, so that a delivered mail always holds a valid one.
const linkFor = (...link: Parameters<typeof insertStaffLink>) =>
  outsideTransaction(() => insertStaffLink(...link))

const linkWith = (
  token: string,
  page: Parameters<typeof staffPaths.withToken>[0],
  publicUrl: string,
  label: string,
) => ({
  label,
  url: `${publicUrl}${staffPaths.withToken(page, token)}`,
})

export const staffMails = {
  async staffInvitation({ staffId, invitedBy }, { brand, words, publicUrl, recipient }) {
    const member = await findStaff(staffId)
    if (member?.state !== 'invited' || member.email !== recipient) return
    const { label, sentence } = roleTexts[member.role]
    const token = await linkFor(staffId, 'join')
    return {
      subject: `Your invitation to work at ${brand.name}`,
      paragraphs: [
        greeting(member.name, { words }),
        `${oneLine(invitedBy)} invites you to work at ${brand.name}. Your role: ${label}. ${sentence}`,
        `This link lets you choose a password. It works once, within ${days(staffLinkMinutes.join)} days.`,
        'If you did not expect this, do nothing: there is no access without you.',
      ],
      link: linkWith(token, 'join', publicUrl, 'Accept the invitation'),
      because: 'you were invited with this e-mail address.',
    }
  },

  async staffPassword(_, { brand, words, publicUrl, recipient }) {
    const member = await findStaffToSignIn(recipient)
    if (!member || member.role === 'owner') return
    const token = await linkFor(member.id, 'password')
    return {
      subject: `Choose a new password for the admin pages of ${brand.name}`,
      paragraphs: [
        greeting(member.name, { words }),
        `Somebody, most likely you, asked for a new password for the admin pages of ${brand.name}. This link lets you choose one. It works once, within ${staffLinkMinutes.password} minutes. Two-step sign-in stays as it is.`,
        'If it was not you, do nothing: your password stays as it is.',
      ],
      link: linkWith(token, 'join', publicUrl, 'Choose a new password'),
      because: 'somebody asked for a new password for this e-mail address.',
    }
  },

  async staffSecondStep({ staffId }, { brand, words, publicUrl, recipient }) {
    const member = await findStaff(staffId)
    if (member?.state !== 'active' || member.email !== recipient) return
    const token = await linkFor(staffId, 'second-step')
    return {
      subject: `Set up two-step sign-in for ${brand.name}`,
      paragraphs: [
        greeting(member.name, { words }),
        `Your password was typed at the sign-in of ${brand.name}. Your role, ${roleTexts[member.role].label}, needs two-step sign-in, which is not set up yet. This link lets you set it up. It works once, within ${staffLinkMinutes['second-step']} minutes.`,
        'If it was not you, somebody knows your password: ask the owner of the magazine to sign you out, and choose a new one.',
      ],
      link: linkWith(token, 'join', publicUrl, 'Set up two-step sign-in'),
      because,
    }
  },

  async staffReader({ staffId }, { brand, words, publicUrl, recipient }) {
    const [member, reader] = await Promise.all([findStaff(staffId), findReaderByEmail(recipient)])
    if (!member || !reader) return
    const token = await linkFor(staffId, 'reader', reader.id)
    return {
      subject: `Link your account at ${brand.name}?`,
      paragraphs: [
        greeting(reader.firstName, { words }),
        `${oneLine(member.name)} works at ${brand.name} and says that this account is theirs. If it is, agree here: the stories sent in with it then count as theirs on the admin pages. The link works once, within ${days(staffLinkMinutes.reader)} days.`,
        'If that is not you, do nothing: your account stays yours alone.',
      ],
      link: linkWith(token, 'link', publicUrl, 'Look at the question'),
      because: 'this is the e-mail address of an account for readers.',
    }
  },

  async staffNewDevice({ name, sessionId, browser, at }, { brand, words, publicUrl }) {
    return {
      subject: `A new device signed in to the admin pages of ${brand.name}`,
      ...(await aboutSignIn({
        name,
        how: `Somebody, most likely you, signed in to the admin pages of ${brand.name} with a browser that you had not used before.`,
        with: { Browser: browser },
        at,
        sessionId,
        publicUrl,
        words,
      })),
    }
  },

  async staffProgramSignIn({ name, sessionId, at }, { brand, words, publicUrl }) {
    return {
      subject: `A program signed in to the admin pages of ${brand.name}`,
      ...(await aboutSignIn({
        name,
        how: `A program, most likely one of yours, signed in to the admin pages of ${brand.name} with your password. Programs are not remembered: each of their sign-ins is mailed.`,
        with: {},
        at,
        sessionId,
        publicUrl,
        words,
      })),
    }
  },
  async staffPasswordChanged({ name, at }, { brand, words, publicUrl }) {
    return {
      subject: `Your password for the admin pages of ${brand.name} was changed`,
      paragraphs: [
        greeting(name, { words }),
        `The password of ${oneLine(name)} for the admin pages of ${brand.name} was changed on ${momentOf(at)} in Lagos. Every other session has ended.`,
        'If it was not you, somebody else knows your password: write at once to whoever runs the site, who can set a new one.',
      ],
      link: { label: 'Open your sessions', url: `${publicUrl}${staffPaths.account}` },
      because,
    }
  },
  businessChanged: ({ part, by, at, hours, change }, { brand, words, publicUrl, orderSecret }) => ({
    subject: `${part} was changed at ${brand.name}`,
    paragraphs: [
      greeting(null, { words }),
      `${oneLine(by)} changed what ${brand.name} has set for ${part}, on ${momentOf(at)} in Lagos. What was set is in no mail and on no page.${hours ? ` It holds in ${hours} hours.` : ''}`,
      'If it was you, there is nothing to do. If not, somebody else can sign in as you: take it back, which ends every session, then choose a new password.',
    ],
    link: linkWith(
      businessToken(orderSecret, change),
      'business/not-me',
      publicUrl,
      'This was not me',
    ),
    because,
    // By the one that a thief has set it would reach the thief alone.
    ...(change.part === 'mail' && { isByBefore: true as const }),
  }),
  mailTest: ({ token }, { brand, words, publicUrl }) => ({
    subject: `Test mail of ${brand.name}`,
    paragraphs: [
      greeting(null, { words }),
      `This mail left ${brand.name} through the mail server that is set now. Press the button, so that the page Mail can say that it arrived.`,
    ],
    link: linkWith(token, 'business/arrived', publicUrl, 'It arrived'),
    because,
  }),
} satisfies Partial<MailTexts>

/** The parts that mails about a sign-in share, with a link that ends the session. */
async function aboutSignIn(signIn: {
  name: string
  how: string
  with: Record<string, string>
  at: string
  sessionId: string
  publicUrl: string
  words: MailContext['words']
}) {
  const token = await outsideTransaction(() => insertEndToken(signIn.sessionId))
  return {
    paragraphs: [
      greeting(signIn.name, signIn),
      signIn.how,
      facts({
        'Signed in as': signIn.name,
        ...signIn.with,
        Time: `${momentOf(signIn.at)} in Lagos`,
      }),
      token
        ? `If it was not you, end that session with this link, then choose a new password. The link works for ${adminSessionHours} hours, as long as the session.`
        : 'That session has ended already. If it was not you, choose a new password.',
    ],
    ...(token && {
      link: linkWith(token, 'end-session', signIn.publicUrl, 'End that session'),
    }),
    because,
  }
}
