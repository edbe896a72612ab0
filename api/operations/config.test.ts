import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#api/config.ts'

const messageOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  return 'no complaint'
}

describe('an operator who configures the service', () => {
  test('needs no configuration', () => {
    expect(readConfig({})).toEqual({
      port: 4321,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:4321',
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      dataDir: resolve('.data'),
      publisher: { username: undefined, password: undefined },
      smtp: undefined,
      publisherEmail: undefined,
      dkim: undefined,
      issues: { perMinute: 2400, connections: 5 },
      mailEvents: { sesTopicArn: undefined, postmark: undefined },
      oidc: undefined,
      payments: [{ by: 'test' }],
      paymentChannels: [],
      invoicing: undefined,
      sellsNothing: false,
      vat: { basisPoints: 0, taxId: undefined },
      cache: undefined,
      pageDifferences: 'on',
      trustProxy: 0,
      metricsPort: undefined,
      s3: undefined,
      backupBucket: undefined,
      demoContent: 'auto',
      logLevel: 'info',
    })
  })

  test('may leave values empty, as .env files do', () => {
    const names = ['PORT', 'HOST', 'PUBLIC_URL', 'DATABASE_URL', 'DATA_DIR', 'DEMO_CONTENT']
    const empty = Object.fromEntries([...names, 'LOG_LEVEL'].map((name) => [name, '']))
    expect(readConfig(empty)).toEqual(readConfig({}))
  })

  test('sends differences unless a cache was not checked, and then to its check alone', () => {
    const cloudflare = {
      CACHE: 'cloudflare',
      CACHE_PURGE_URL: 'https://api.cloudflare.com/client/v4/zones/ID/purge_cache',
      CACHE_PURGE_TOKEN: 'token',
    }
    const varnish = { CACHE: 'varnish', CACHE_PURGE_URL: 'http://127.0.0.1:6082/' }
    const modeOf = (given: Record<string, string>) => readConfig(given).pageDifferences
    expect([modeOf({}), modeOf(varnish), modeOf(cloudflare)]).toEqual(['on', 'on', 'trial'])
    expect(modeOf({ ...cloudflare, PAGE_DIFFERENCES: '' })).toBe('trial')
    expect(modeOf({ ...cloudflare, PAGE_DIFFERENCES: 'on' })).toBe('on')
    expect(modeOf({ ...varnish, PAGE_DIFFERENCES: 'off' })).toBe('off')
  })

  test('must set a longer publisher password on a public site', () => {
    const short = { ADMIN_PASSWORD: 'eleven-char' }
    expect(() => readConfig({ ...short, PUBLIC_URL: 'https://ascend.example' })).toThrow(
      'ADMIN_PASSWORD is (hidden), expected at least 12 characters because PUBLIC_URL is public',
    )
    const { password } = readConfig({ ...short, PUBLIC_URL: 'http://localhost:4321' }).publisher
    expect(password).toBe('eleven-char')
  })

  test('sees which cache setting is missing, without its token', () => {
    const purgeUrl = 'https://api.cloudflare.com/client/v4/zones/ID/purge_cache'
    expect(messageOf({ CACHE: 'squid' })).toContain('expected cloudflare or varnish')
    expect(messageOf({ CACHE: 'varnish' })).toContain('CACHE_PURGE_URL is unset')
    expect(messageOf({ CACHE: 'cloudflare', CACHE_PURGE_URL: purgeUrl })).toContain(
      'CACHE_PURGE_TOKEN is unset, expected because CACHE is cloudflare',
    )
    const plain = {
      CACHE: 'cloudflare',
      CACHE_PURGE_URL: 'http://cache.example/',
      CACHE_PURGE_TOKEN: 'secret-one',
    }
    expect(messageOf(plain)).toContain('CACHE_PURGE_URL is over http, expected https')
    expect(messageOf(plain)).not.toContain('secret-one')
    const own = readConfig({ CACHE: 'varnish', CACHE_PURGE_URL: 'http://varnish:6082/' })
    expect(own.cache).toEqual({
      kind: 'varnish',
      purgeUrl: 'http://varnish:6082/',
      token: undefined,
    })
  })

  test('may set every value', () => {
    expect(
      readConfig({
        PORT: '8080',
        HOST: '0.0.0.0',
        PUBLIC_URL: 'https://ascend.example/',
        DATABASE_URL: 'postgresql://app:secret@pool:6432/ascend',
        DATABASE_DIRECT_URL: 'postgresql://app:secret@db:5432/ascend',
        DATA_DIR: '/var/lib/ascend',
        ADMIN_USERNAME: ' ada ',
        ADMIN_PASSWORD: 'nine drums before the rain',
        SMTP_URL: 'smtps://ascend:secret@mail.example:465',
        MAIL_FROM: 'hello@ascend.example',
        PUBLISHER_EMAIL: 'publisher@ascend.example',
        DKIM_DOMAIN: 'ascend.example',
        DKIM_SELECTOR: 'ascend',
        DKIM_KEY_FILE: '/etc/ascend/dkim.pem',
        LETTERS_PER_MINUTE: '600',
        LETTERS_CONNECTIONS: '2',
        SES_TOPIC_ARN: 'arn:aws:sns:eu-west-1:123456789012:ascend-mail',
        POSTMARK_WEBHOOK: 'postmark:nine-drums-before-the-rain',
        OIDC_ISSUER: 'https://accounts.example',
        OIDC_CLIENT_ID: 'ascend',
        OIDC_CLIENT_SECRET: 'secret',
        PAYMENTS: 'flutterwave, paystack',
        PAYSTACK_SECRET_KEY: ' sk_live_goat ',
        PAYSTACK_API_URL: 'https://paystack.example/',
        FLUTTERWAVE_SECRET_KEY: 'FLWSECK-goat-X',
        FLUTTERWAVE_WEBHOOK_HASH: ' nine-drums-before-the-rain ',
        FLUTTERWAVE_API_URL: 'https://flutterwave.example/',
        PAYMENT_CHANNELS: 'ussd, opay',
        BANK_NAME: ' Example Bank ',
        BANK_ACCOUNT_NAME: 'Ascend Publishing Ltd',
        BANK_ACCOUNT_NUMBER: ' 0123456789 ',
        INVOICE_DAYS: '30',
        VAT_PERCENT: '7.5',
        SELLER_TAX_ID: ' 12345678-0001 ',
        CACHE: 'cloudflare',
        CACHE_PURGE_URL: 'https://api.cloudflare.com/client/v4/zones/ID/purge_cache',
        CACHE_PURGE_TOKEN: 'token',
        PAGE_DIFFERENCES: 'off',
        TRUST_PROXY: '1',
        METRICS_PORT: '9464',
        S3_ENDPOINT: 'https://s3.example',
        S3_BUCKET: 'ascend-files',
        S3_ACCESS_KEY: 'key',
        S3_SECRET_KEY: 'secret',
        BACKUP_S3_ENDPOINT: 'https://backups.example',
        BACKUP_S3_BUCKET: 'ascend-backups',
        BACKUP_S3_ACCESS_KEY: 'another key',
        BACKUP_S3_SECRET_KEY: 'another secret',
        DEMO_CONTENT: 'off',
        LOG_LEVEL: 'warn',
      }),
    ).toEqual({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://ascend.example',
      databaseUrl: 'postgresql://app:secret@pool:6432/ascend',
      databaseDirectUrl: 'postgresql://app:secret@db:5432/ascend',
      dataDir: '/var/lib/ascend',
      publisher: { username: 'ada', password: 'nine drums before the rain' },
      smtp: { url: 'smtps://ascend:secret@mail.example:465', from: 'hello@ascend.example' },
      publisherEmail: 'publisher@ascend.example',
      dkim: { domain: 'ascend.example', selector: 'ascend', keyFile: '/etc/ascend/dkim.pem' },
      issues: { perMinute: 600, connections: 2 },
      mailEvents: {
        sesTopicArn: 'arn:aws:sns:eu-west-1:123456789012:ascend-mail',
        postmark: 'postmark:nine-drums-before-the-rain',
      },
      oidc: { issuer: 'https://accounts.example', clientId: 'ascend', clientSecret: 'secret' },
      payments: [
        {
          by: 'flutterwave',
          secretKey: 'FLWSECK-goat-X',
          webhookHash: 'nine-drums-before-the-rain',
          apiUrl: 'https://flutterwave.example',
        },
        { by: 'paystack', secretKey: 'sk_live_goat', apiUrl: 'https://paystack.example' },
      ],
      paymentChannels: ['ussd', 'opay'],
      invoicing: {
        account: {
          bankName: 'Example Bank',
          accountName: 'Ascend Publishing Ltd',
          accountNumber: '0123456789',
        },
        days: 30,
      },
      sellsNothing: false,
      vat: { basisPoints: 750, taxId: '12345678-0001' },
      cache: {
        kind: 'cloudflare',
        purgeUrl: 'https://api.cloudflare.com/client/v4/zones/ID/purge_cache',
        token: 'token',
      },
      pageDifferences: 'off',
      trustProxy: 1,
      metricsPort: 9464,
      s3: {
        endpoint: 'https://s3.example',
        bucket: 'ascend-files',
        accessKey: 'key',
        secretKey: 'secret',
      },
      backupBucket: {
        endpoint: 'https://backups.example',
        bucket: 'ascend-backups',
        accessKey: 'another key',
        secretKey: 'another secret',
      },
      demoContent: 'off',
      logLevel: 'warn',
    })
  })

  test.each([
    [{ PORT: '9000' }, 'http://127.0.0.1:9000'],
    [{ HOST: '0.0.0.0' }, 'http://localhost:4321'],
    [{ HOST: '::' }, 'http://localhost:4321'],
    [{ HOST: '::1' }, 'http://[::1]:4321'],
    [{ HOST: 'ascend.local' }, 'http://ascend.local:4321'],
  ])('sees the address of the site with %o', (env, publicUrl) => {
    expect(readConfig(env).publicUrl).toBe(publicUrl)
  })

  test('gets one message about all invalid values, with what was expected', () => {
    const message = messageOf({
      PORT: 'eighty',
      PUBLIC_URL: 'ascend.example',
      DATABASE_URL: 'mysql://root:hunter2@db/ascend',
      DEMO_CONTENT: 'maybe',
      LOG_LEVEL: 'loud',
    })
    expect(message.split('\n')).toEqual([
      'Bad configuration:',
      '  PORT is "eighty", expected a port number from 1 to 65535',
      '  PUBLIC_URL is "ascend.example", expected an address such as https://ascend.example, without a path',
      '  DATABASE_URL is (hidden), expected an address such as postgres://user:password@host:5432/ascend',
      '  DEMO_CONTENT is "maybe", expected auto, on or off',
      '  LOG_LEVEL is "loud", expected one of debug, info, warn, error, silent',
    ])
  })

  test('sees no password in the message', () => {
    for (const DATABASE_URL of [
      'hunter2',
      'mysql://a:hunter2@b',
      'postgres//:hunter2',
      ' hunter2',
    ]) {
      const message = messageOf({ DATABASE_URL })
      expect(message).toContain('DATABASE_URL is (hidden)')
      expect(message).not.toContain('hunter2')
    }
  })

  test.each(['0', '-1', '65536', '80.5', '0.5', '1e9', 'NaN', ' ', '8o80', 'Infinity'])(
    'gets one error for PORT=%s',
    (PORT) => {
      expect(messageOf({ PORT }).split('\n')).toEqual([
        'Bad configuration:',
        `  PORT is "${PORT}", expected a port number from 1 to 65535`,
      ])
    },
  )

  test.each([
    'ascend.example',
    'ftp://ascend.example',
    'https://ascend.example/shop',
    'https://ascend.example?x=1',
    'https://ascend.example/#top',
    'https://user:hunter2@ascend.example',
    'javascript:alert(1)',
    'https://',
  ])('gets an error for PUBLIC_URL=%s, which is no origin', (PUBLIC_URL) => {
    expect(messageOf({ PUBLIC_URL })).toContain(
      'expected an address such as https://ascend.example',
    )
  })

  test('sees which further settings a mail server and a sign-in provider need', () => {
    expect(
      messageOf({ SMTP_URL: 'smtp://:hunter2@mail', OIDC_ISSUER: 'https://a.example' }).split('\n'),
    ).toEqual([
      'Bad configuration:',
      '  MAIL_FROM is unset, expected because SMTP_URL is set',
      '  PUBLISHER_EMAIL is unset, expected because SMTP_URL is set',
      '  OIDC_CLIENT_ID is unset, expected because OIDC_ISSUER is set',
      '  OIDC_CLIENT_SECRET is unset, expected because OIDC_ISSUER is set',
    ])
  })

  test.each([
    [{ SMTP_URL: 'https://mail:hunter2@x' }, 'SMTP_URL is (hidden), expected an address such as'],
    [{ MAIL_FROM: 'Ascend <a@b.example>' }, 'expected an e-mail address'],
    [{ OIDC_ISSUER: 'http://accounts.example' }, 'expected the https address of an OpenID'],
    [{ TRUST_PROXY: 'yes' }, 'expected a whole number from 0 to 9'],
    [{ METRICS_PORT: '0' }, 'METRICS_PORT is "0", expected a port number'],
    [{ METRICS_PORT: '4321' }, 'METRICS_PORT is that of PORT'],
    [{ PORT: '9464', METRICS_PORT: '9464' }, 'METRICS_PORT is that of PORT'],
    [{ S3_ENDPOINT: 'https://s3.example/ascend' }, 'expected an address such as https://s3.'],
    [
      { BANK_NAME: 'Example Bank' },
      'BANK_ACCOUNT_NUMBER is unset, expected because BANK_NAME is set',
    ],
    [{ INVOICE_DAYS: '14' }, 'BANK_NAME is unset, expected because INVOICE_DAYS is set'],
    [{ BANK_ACCOUNT_NUMBER: '123' }, 'expected the ten digits of a Nigerian bank account (NUBAN)'],
    [{ INVOICE_DAYS: '0' }, 'INVOICE_DAYS is "0", expected a whole number of days from 1 to 120'],
    [{ BANK_NAME: 'B'.repeat(101) }, 'expected a name of at most 100 characters'],
    [{ S3_BUCKET: 'Ascend Files' }, 'expected 3 to 63 lower-case letters'],
    [{ S3_ENDPOINT: 'https://s3.example' }, 'S3_BUCKET is unset, expected because S3_ENDPOINT'],
    [{ S3_BUCKET: 'ascend-files' }, 'S3_ENDPOINT is unset, expected because S3_BUCKET'],
    [{ DATABASE_DIRECT_URL: 'db:5432' }, 'DATABASE_DIRECT_URL is (hidden), expected an address'],
    [
      { DATABASE_DIRECT_URL: 'postgres://db/ascend' },
      'DATABASE_URL is unset, expected because DATABASE_DIRECT_URL',
    ],
    [{ OIDC_CLIENT_ID: 'ascend' }, 'OIDC_ISSUER is unset, expected because OIDC_CLIENT_ID'],
  ])('gets an error for %o', (env, expected) => {
    expect(messageOf(env)).toContain(expected)
  })

  const key = (kind: string) => ({ PAYSTACK_SECRET_KEY: `sk_${kind}_goat` })
  const paystack = (kind: string) => ({
    by: 'paystack',
    secretKey: `sk_${kind}_goat`,
    apiUrl: 'https://api.paystack.co',
  })
  const flutterwaveKey = (kind: string) => ({
    FLUTTERWAVE_SECRET_KEY: `FLWSECK${kind === 'test' ? '_TEST' : ''}-goat-X`,
    FLUTTERWAVE_WEBHOOK_HASH: 'nine-drums-before-the-rain',
  })
  const flutterwave = (kind: string) => ({
    by: 'flutterwave',
    secretKey: flutterwaveKey(kind).FLUTTERWAVE_SECRET_KEY,
    webhookHash: 'nine-drums-before-the-rain',
    apiUrl: 'https://api.flutterwave.com',
  })
  const both = (kind: string) => ({ ...key(kind), ...flutterwaveKey(kind) })
  test.each([
    [{}, [{ by: 'test' }]],
    [{ HOST: 'localhost' }, [{ by: 'test' }]],
    [{ HOST: '127.0.0.5' }, [{ by: 'test' }]],
    [{ HOST: '::1' }, [{ by: 'test' }]],
    [{ PUBLIC_URL: 'http://localhost:8080' }, [{ by: 'test' }]],
    [{ PUBLIC_URL: 'https://ascend.example' }, []],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost' }, []],
    [{ HOST: '0.0.0.0' }, []],
    [{ HOST: '::' }, []],
    [{ HOST: '127.example' }, []],
    [{ HOST: '0.0.0.0', PAYMENTS: 'test' }, [{ by: 'test' }]],
    [{ PAYMENTS: 'off' }, []],
    [key('test'), [paystack('test')]],
    [{ HOST: '0.0.0.0', ...key('live') }, [paystack('live')]],
    [{ PAYMENTS: 'paystack', ...key('live') }, [paystack('live')]],
    [{ PAYMENTS: 'test', ...key('test') }, [{ by: 'test' }]],
    [{ PAYMENTS: 'off', ...key('live') }, []],
    [flutterwaveKey('live'), [flutterwave('live')]],
    [both('test'), [paystack('test'), flutterwave('test')]],
    [
      { PAYMENTS: 'flutterwave,paystack', ...both('live') },
      [flutterwave('live'), paystack('live')],
    ],
    [{ PAYMENTS: 'flutterwave', ...both('live') }, [flutterwave('live')]],
    [{ PAYMENTS: 'paystack', ...key('test'), ...flutterwaveKey('live') }, [paystack('test')]],
  ])('with %o sells by %o', (env, payments) => {
    expect(readConfig(env).payments).toEqual(payments)
  })

  test.each([
    ...['cash', 'paystack,test', 'paystack,paystack', 'paystack,', 'off,paystack'].map((given) => [
      { PAYMENTS: given, ...key('test') },
      `  PAYMENTS is "${given}", expected paystack, flutterwave, or both in their order with a comma between them, test or off`,
    ]),
    [
      { PAYMENTS: 'paystack,flutterwave', ...flutterwaveKey('live') },
      '  PAYSTACK_SECRET_KEY is unset, expected because PAYMENTS is paystack,flutterwave',
    ],
    [
      { PAYMENTS: 'test', ...flutterwaveKey('live') },
      '  PAYMENTS is "test", expected flutterwave or off because FLUTTERWAVE_SECRET_KEY is a live key',
    ],
    [
      { ...key('test'), ...flutterwaveKey('live') },
      '  PAYSTACK_SECRET_KEY is a test key, expected a live one because FLUTTERWAVE_SECRET_KEY is one, or PAYMENTS without paystack',
    ],
    [
      { FLUTTERWAVE_SECRET_KEY: 'FLWSECK-goat-X' },
      '  FLUTTERWAVE_WEBHOOK_HASH is unset, expected because FLUTTERWAVE_SECRET_KEY is set',
    ],
    ...['FLWPUBK-goat', 'goat', 'FLWSECK-', 'FLWSECK-go at'].map((given) => [
      { ...flutterwaveKey('live'), FLUTTERWAVE_SECRET_KEY: given },
      '  FLUTTERWAVE_SECRET_KEY is (hidden), expected a key that begins with FLWSECK_TEST- or FLWSECK-',
    ]),
    [
      { ...flutterwaveKey('live'), FLUTTERWAVE_WEBHOOK_HASH: 'goat' },
      '  FLUTTERWAVE_WEBHOOK_HASH is (hidden), expected at least 16 characters without spaces',
    ],
    [
      { FLUTTERWAVE_API_URL: 'http://api.flutterwave.com' },
      '  FLUTTERWAVE_API_URL is (hidden), expected an https address without a path',
    ],
    [
      { PAYMENT_CHANNELS: 'card,cowries' },
      '  PAYMENT_CHANNELS is "card,cowries", expected one or more of card, transfer, ussd, opay, with commas between them',
    ],
    ...['0', '100', '7,5', '-1', '7.555'].map((percent): [Record<string, string>, string] => [
      { VAT_PERCENT: percent },
      `  VAT_PERCENT is "${percent}", expected a percentage above 0 and below 100 with at most two decimals, such as 7.5`,
    ]),
    [
      { PAYMENTS: 'paystack' },
      '  PAYSTACK_SECRET_KEY is unset, expected because PAYMENTS is paystack',
    ],
    [
      { PAYMENTS: 'test', ...key('live') },
      '  PAYMENTS is "test", expected paystack or off because PAYSTACK_SECRET_KEY is a live key',
    ],
    ...['pk_live_goat', 'goat', 'sk_live_', 'sk_live_go at', 'sk_live_goat\r\nX: y'].map(
      (given) => [
        { PAYSTACK_SECRET_KEY: given },
        '  PAYSTACK_SECRET_KEY is (hidden), expected a key that begins with sk_test_ or sk_live_',
      ],
    ),
    ...[
      'http://api.paystack.co',
      'http://127.0.0.1.example',
      'http://localhost.example',
      'https://api.paystack.co/v1',
      'https://a:goat@api.paystack.co',
      'ftp://127.0.0.1',
      'api.paystack.co',
    ].map((given) => [
      { PAYSTACK_API_URL: given },
      '  PAYSTACK_API_URL is (hidden), expected an https address without a path',
    ]),
  ] as [Record<string, string>, string][])(
    'gets an error for %o, which cannot sell',
    (env, expected) => {
      const message = messageOf(env)
      expect(message.split('\n')).toEqual(['Bad configuration:', expected])
      expect(message).not.toContain('goat')
    },
  )

  test.each(['http://127.0.0.1:9999', 'http://localhost:9999', 'http://[::1]:9999'])(
    'may try a provider on their own machine at %s',
    (PAYSTACK_API_URL) => {
      const { payments } = readConfig({ ...key('test'), PAYSTACK_API_URL })
      expect(payments).toMatchObject([{ apiUrl: PAYSTACK_API_URL }])
    },
  )

  test('can start with unknown variables of other programs', () => {
    expect(readConfig({ PATH: '/bin', NODE_ENV: 'production', PORTS: 'x' })).toEqual(readConfig({}))
  })
})

test('.env.example explains exactly the variables that are read', async () => {
  const source = await readFile('api/config.ts', 'utf8')
  const read = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): z\b/gm)].map(([, name]) => name)
  expect(read.length).toBeGreaterThan(5)
  const example = await readFile('.env.example', 'utf8')
  const explained = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(explained.sort()).toEqual(read.sort())
})
