import { expect, test } from 'bun:test'
import { readConfig } from '#server/config.ts'
import { isInside } from '#server/inside-network.ts'
import { parseFrom, parseSmtp, type Smtp } from '#server/mail/smtp.ts'
import { sendTestMail } from '#server/mail/test-mail.tsx'
import { expiredCertificate } from '#tests/support/expired-certificate.ts'
import { type MailServerOptions, startMailServer } from '#tests/support/mail.ts'
import { selfSignedCertificate } from '#tests/support/self-signed-certificate.ts'

const from = { name: 'Joblane', address: 'jobs@joblane.test' }
const to = 'ann@example.test'

async function trying(options: MailServerOptions, more: Partial<Smtp>) {
  const server = await startMailServer(options)
  try {
    const base = { host: '127.0.0.1', port: server.port, implicit: false, user: '', password: '', from }
    return { answer: await sendTestMail({ ...base, ...more }, to), mails: server.mails }
  } finally {
    await server.stop()
  }
}

test('a test mail goes out in the clear, after changing over to TLS, or over TLS from the start', async () => {
  const users = { 'ann@x.test': 'secret' }
  const signed = { user: 'ann@x.test', password: 'secret' }
  const plain = await trying({}, {})
  expect(plain.answer).toEqual({ ok: true, message: `The server 127.0.0.1 took a test mail to ${to}.` })
  expect(plain.mails[0]).toMatchObject({ secure: false, user: '' })
  const starttls = await trying({ users, starttls: true }, { ...signed, anycertificate: true })
  expect(starttls.mails[0]).toMatchObject({ secure: true, user: 'ann@x.test' })
  const implicit = await trying({ users, secure: true }, { ...signed, implicit: true, anycertificate: true })
  expect(implicit.mails[0]).toMatchObject({ secure: true, user: 'ann@x.test' })
})

test('what goes wrong is told in plain words', async () => {
  const said = async (options: MailServerOptions, more: Partial<Smtp>) => {
    const { answer, mails } = await trying(options, more)
    expect(answer.ok).toBe(false)
    expect(mails).toEqual([])
    return answer.message.replace('No test mail was sent. ', '')
  }
  expect(await said({ users: { a: 'b' } }, { user: 'a', password: 'wrong' })).toStartWith(
    'The mail server did not accept the user name and password. It said: 535',
  )
  expect(await said({ secure: true, ...selfSignedCertificate }, { implicit: true })).toBe(
    'The certificate of the mail server cannot be trusted.',
  )
  expect(await said({ starttls: true, ...selfSignedCertificate }, {})).toBe(
    'The certificate of the mail server cannot be trusted.',
  )
  for (const secure of [true, false])
    expect(await said({ secure, starttls: true, ...expiredCertificate }, { implicit: secure })).toBe(
      'The certificate of the mail server has run out: whoever runs that server must renew it.',
    )
  expect(await said({ refuse: () => ({ code: 550, message: 'Not here' }) }, {})).toStartWith(
    'The mail server refused the mail. It said: 550',
  )
  expect(await said({}, { port: 1 })).toBe('Nothing answers on that port.')
  expect(await said({}, { host: 'nowhere.invalid' })).toBe('There is no server of that name.')
})

test('another service’s words are not repeated', async () => {
  const web = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { open: (socket) => void socket.write('SECRET of an inner service\r\n'), data() {} },
  })
  const { answer } = await trying({}, { port: web.port })
  web.stop(true)
  expect(answer).toEqual({
    ok: false,
    message: 'No test mail was sent. What answers there is not a mail server, or it expects another port.',
  })
})

test('an account cannot reach into the network of the installation', async () => {
  for (const host of ['127.0.0.1', 'localhost', '::1', '::ffff:127.0.0.1']) {
    const { answer, mails } = await trying({}, { host, outside: true })
    expect(answer.message, host).toContain('stands inside the network of this installation')
    expect(mails).toEqual([])
  }
  const within = [
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    'fd00::1',
    '::ffff:7f00:1',
  ]
  expect(within.filter((address) => !isInside(address))).toEqual([])
  expect(['8.8.8.8', '172.32.0.1', '2001:4860:4860::8888'].filter(isInside)).toEqual([])
})

test('a password is never sent over an open line to another machine', async () => {
  const { needsTls } = await import('#server/mail/smtp.ts')
  expect(needsTls({ host: 'mail.example.co.za', user: 'ann' })).toBe(true)
  expect(needsTls({ host: 'mail.example.co.za', user: '' })).toBe(false)
  expect(needsTls({ host: '127.0.0.1', user: 'ann' })).toBe(false)
})

test('the settings are read, and a wrong one stops the start without its password', () => {
  expect(parseSmtp('smtp://ann:p%40ss@mail.example.co.za')).toEqual({
    host: 'mail.example.co.za',
    port: 587,
    implicit: false,
    user: 'ann',
    password: 'p@ss',
  })
  expect(parseSmtp('smtps://mail.test?certificate=any')).toMatchObject({ port: 465, anycertificate: true })
  for (const wrong of [
    'mail.test',
    'http://mail.test',
    'smtp://',
    'smtp://a/b',
    'smtp://a?x=1',
    'smtp://%zz@a',
  ])
    expect(parseSmtp(wrong), wrong).toBeNull()
  expect(parseFrom('"Joblane, Inc" <Jobs@Joblane.test>')).toEqual({
    name: 'Joblane, Inc',
    address: 'jobs@joblane.test',
  })
  expect(parseFrom('Joblane <a@b.test>, <c@d.test>')).toBeNull()
  const told = (env: Record<string, string>) => {
    try {
      readConfig(env, [])
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(told({ JOBLANE_SMTP: 'mail:hunter2' })).toStartWith('JOBLANE_SMTP must be an address like')
  expect(told({ JOBLANE_SMTP: 'mail:hunter2' })).not.toContain('hunter2')
  expect(told({ JOBLANE_SMTP: 'smtp://mail.test' })).toContain('JOBLANE_MAIL_FROM must say')
  expect(told({ JOBLANE_MAIL_FROM: 'nobody' })).toContain('JOBLANE_MAIL_FROM must be')
  expect(readConfig({ JOBLANE_SMTP: 'smtp://a%40b.test:x@mail.test' }, []).smtp?.from.address).toBe(
    'a@b.test',
  )
})

test('no address of the registries of special-purpose addresses is dialled, in whatever form it is written', () => {
  const special = [
    '192.0.0.1',
    '192.0.2.5',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.175.48.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '240.0.0.1',
    '255.255.255.255',
    '::198.18.0.1',
    '::ffff:198.18.0.1',
    '::ffff:c612:1',
    '::ffff:0:198.18.0.1',
    '64:ff9b::c612:1',
    '64:ff9b:1::a00:1',
    '100::1',
    '100:0:0:1::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:a00:1::1',
    '2620:4f:8000::1',
    '3fff::1',
    '5f00::1',
    'fec0::1',
    'fe80::1%eth0',
  ]
  expect(special.filter((address) => !isInside(address))).toEqual([])
  const outside = ['198.17.255.255', '198.20.0.1', '192.0.1.1', '2001:200::1', '2600:1901::1', '2a00:1450::1']
  expect(outside.filter(isInside)).toEqual([])
})
