import * as z from 'zod/mini'
import { endpoint, forAnyone } from '#contract/endpoints/endpoint.ts'
import { id, time, token } from '#contract/endpoints/fields.ts'
import { forOwner } from '#contract/endpoints/for-staff.ts'
import { ownPassword } from '#contract/endpoints/staff/account.ts'
import { owner } from '#contract/roles.ts'
import {
  type BusinessPart,
  businessParts,
  type OwnPart,
  ownParts,
} from '#contract/settings/business.ts'

const part = z.enum(businessParts as [BusinessPart, ...BusinessPart[]])

/** `version`: 0 before the first change. */
const changed = {
  part: z.enum(ownParts as [OwnPart, ...OwnPart[]]),
  version: z.int('The version is a whole number'),
  /** It may be missing while `asksPassword` is false. */
  password: z.optional(ownPassword),
}

const values = z.record(z.string(), z.string())

/** Null: there was none yet. */
const lastRun = z.nullable(z.object({ at: time, isGood: z.boolean() }))

const onePart = { who: owner, missing: 'settingNotFound' } as const

/** The domain, payment keys, mail server, bank account, tax and backups. No secret is ever sent back. */
export const business = {
  'GET /admin/business': forOwner({
    output: z.array(
      z.object({
        part,
        /** `server`: by its environment, which comes first and is changed there. */
        by: z.enum(['server', 'here', 'nobody']),
        /** What is in force, of secrets their first and last characters. */
        shown: values,
        /** A value is stored that cannot be opened, or that does not go with the server's. */
        isBroken: z.boolean(),
        /** A value is stored here, in force or not. */
        isStored: z.boolean(),
        /** Stored, and not yet in force. */
        coming: z.nullable(z.object({ from: time, shown: values })),
        version: z.int(),
        /** No password or passkey was right in this session in the last five minutes. */
        asksPassword: z.boolean(),
        changed: z.nullable(z.object({ at: time, by: z.string() })),
        /** The address that the provider reports payments to. */
        webhook: z.nullable(z.string()),
        /** Of a provider: its key moves no money. */
        isTest: z.nullable(z.boolean()),
        /** When its newest webhook came, since the key was set. */
        heardAt: z.nullable(time),
        /** Of a provider with a test key. */
        testSale: z.nullable(
          z.object({
            /** The cheapest on sale by itself; its price in naira. */
            book: z.nullable(z.object({ id, title: z.string(), price: z.number() })),
            /** The newest that was paid with this key. */
            order: z.nullable(
              z.object({
                reference: z.string(),
                hasWebhook: z.boolean(),
                hasReceipt: z.boolean(),
                isRefunded: z.boolean(),
              }),
            ),
          }),
        ),
        /** When the button of a test mail through this server was pressed last. */
        arrivedAt: z.nullable(time),
      }),
    ),
  }),
  /** Tried at the provider before it is stored. */
  'PUT /admin/business/:part': endpoint({
    ...onePart,
    input: z.object({ ...changed, values }),
  }),
  /** Stores what the environment sets, which may be deleted there then. */
  'POST /admin/business/:part/move': endpoint({ ...onePart, input: z.object(changed) }),
  /** The link in the mail about a change: what was before holds again, and every session of the owner ends. */
  'POST /admin/business/not-me': forAnyone({
    isForStaff: true,
    input: z.object({ token }),
    limited: 'form',
  }),
  /** Sends the publisher a mail whose button proves that it arrived. */
  'POST /admin/business/mail/test': forOwner({}),
  /** The button of that mail. */
  'POST /admin/business/mail/arrived': forAnyone({
    isForStaff: true,
    input: z.object({ token }),
    limited: 'form',
  }),
  'GET /admin/business/backups': forOwner({
    output: z.object({
      isRunning: z.boolean(),
      /** By whatever way it was made. */
      backup: lastRun,
      goodAt: z.nullable(time),
      drill: lastRun,
    }),
  }),
  /** Answers before the backup is made; what comes of it is among the last runs then. */
  'POST /admin/business/backups/now': forOwner({}),
  /** What no backup holds: whoever restores the magazine on a new server needs it. */
  'POST /admin/business/recovery-sheet': forOwner({
    input: z.object({ password: ownPassword }),
    output: z.object({
      /** 32 bytes in hexadecimal. */
      secret: z.string(),
      /** Of the file that has these bytes. */
      sha256: z.string(),
    }),
  }),
  'DELETE /admin/business/:part': endpoint({ ...onePart, input: z.object(changed) }),
}
