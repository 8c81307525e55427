import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { platformOutbox } from '#db/schema/platform/index.ts'
import { tenantOutbox } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { routes } from '#server/app.ts'
import { t } from '#server/http/fields.ts'
import type { Route } from '#server/http/route.ts'
import type { Mail } from '#server/mail/queue.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { fillPlatform, fillWithSentinels, type SentinelValues } from '#tests/support/sentinels.ts'
import { type Client, startTestServer, type TestServer } from '#tests/support/server.ts'
import { earlyKeysScript } from '#views/layout/early-keys.tsx'
import { queryRefusals } from './refusals.ts'
import { addressOf, routeLabel, type Schema } from './support.ts'

setDefaultTimeout(120_000)

/** Leaves an attribute, a comment, a style, a title, a text box or a script in every way there is. */
const ESCAPE = `Zz" xss-attr="1' xss-attr='1 --></title></textarea></style></script><xss-probe xss-attr=1>{{7*7}}\``
/** What an address may never begin with. */
const ADDRESS = 'javascript:alert(1)//Zz'

let server: TestServer
let all: Route[]
const marked = new Map<Client, SentinelValues>()

beforeAll(async () => {
  server = await startTestServer()
  all = routes
  for (const [who, words] of [
    [server.people.admin, ESCAPE],
    [server.other, ADDRESS],
  ] as const)
    marked.set(who, await fill(who, words))
})
afterAll(() => server.stop())

/** Somebody's account, with these words in every text that anybody could have written, in both files. */
async function fill(who: Client, words: string): Promise<SentinelValues> {
  const { tenants, platform } = server.services
  const { accountid, userid } = who
  const tenant = await fillWithSentinels(tenants, accountid, words)
  const kept = await fillPlatform(platform, { accounts: accountid, users: userid }, words)
  await platform.write(({ db }) => {
    for (const column of ['firstname', 'lastname', 'phone'])
      prepared(db, `UPDATE users SET ${column} = ? WHERE id = ?`).run([words, userid])
    for (const column of ['name', 'reference', 'primaryphone', 'smtpserver', 'smtpusername'])
      prepared(db, `UPDATE accounts SET ${column} = ? WHERE id = ?`).run([words, accountid])
  })
  const boards = { boards: tenant.boards as string }
  return { ...kept, ...tenant, ...boards, users: userid }
}

/** What a browser would find in this HTML that must not be there. */
function foundIn(html: string): string[] {
  const found: string[] = []
  new HTMLRewriter()
    .on('xss-probe', { element: () => void found.push('an element') })
    .on('*', {
      element(element) {
        for (const [name, value] of element.attributes) {
          if (name.startsWith('xss-attr') || name.startsWith('on')) found.push(`${element.tagName} ${name}`)
          const leads = /^(href|src|action|formaction|poster|data|hx-(get|post|put|patch|delete|push-url))$/
          if (leads.test(name) && /^\s*(javascript|vbscript|data:text)/i.test(value))
            found.push(`${element.tagName} ${name}=${value.slice(0, 40)}`)
        }
      },
    })
    .on('script', {
      element(element) {
        const type = element.getAttribute('type')
        if (!element.hasAttribute('src') && type !== 'application/json') found.push('a script of the page')
      },
    })
    // The one that stands in each head, to the letter.
    .transform(html.replace(`<script>${earlyKeysScript}</script>`, ''))
  return found
}

const isHtml = (headers: Headers) => headers.get('content-type')?.startsWith('text/html') ?? false
const accept = { accept: 'text/html' }

test('what is looked for would be found', () => {
  for (const html of [
    `<p>${ESCAPE}</p>`,
    `<p title="${ESCAPE}">`,
    `<p title='${ESCAPE}'>`,
    `<script type="application/json">"${ESCAPE}"</script>`,
    `<textarea>${ESCAPE}</textarea>`,
    `<!-- ${ESCAPE} -->`,
    `<a href="${ADDRESS}">x</a>`,
    `<p onclick="x">`,
    '<script>x</script>',
  ])
    expect(foundIn(html), html).not.toEqual([])
})

describe('script that was stored', () => {
  test('is text on every page, whole and in pieces, also in the operator’s', async () => {
    const wrong: string[] = []
    let shown = 0
    for (const [who, ids] of marked)
      for (const route of all.filter(({ method }) => method === 'GET')) {
        const person = route.claim === 'platform.manage' ? server.operator : who
        for (const headers of [accept, { 'hx-request': 'true' }]) {
          const answer = await person.call('GET', addressOf(route, ids), undefined, headers)
          // A document or a file is the same for both.
          if (!isHtml(answer.headers)) break
          if (answer.text.includes('Zz')) shown++
          for (const one of foundIn(answer.text)) wrong.push(`${routeLabel(route)}: ${one}`)
          if (answer.status >= 500) wrong.push(`${routeLabel(route)}: ${answer.status}`)
        }
      }
    expect(wrong).toEqual([])
    expect(shown).toBeGreaterThan(250)
  })

  test('is sent to programs as JSON that no browser takes for a page', async () => {
    const wrong: string[] = []
    for (const [who, ids] of marked)
      for (const route of all.filter(({ method, kind }) => method === 'GET' && kind === 'api')) {
        const { headers, status } = await who.call('GET', addressOf(route, ids), undefined, accept)
        const type = headers.get('content-type') ?? ''
        if (
          status < 300 &&
          !/^(application\/(manifest\+)?json|text\/javascript|image\/|application\/pdf|application\/octet|text\/csv)/.test(
            type,
          )
        )
          wrong.push(`${routeLabel(route)} ${type}`)
        if (headers.get('x-content-type-options') !== 'nosniff')
          wrong.push(`${routeLabel(route)} may be sniffed`)
      }
    expect(wrong).toEqual([])
  })

  test('is printed letter by letter on every document', async () => {
    const { admin } = server.people
    const ids = marked.get(admin) as SentinelValues
    const printed: string[] = []
    for (const route of all.filter(({ path }) => path.startsWith('/render/'))) {
      const answer = await fetch(server.url + addressOf(route, ids), {
        headers: { authorization: `Bearer ${admin.token}` },
      })
      if (answer.headers.get('content-type') !== 'application/pdf') continue
      const bytes = new Uint8Array(await answer.arrayBuffer())
      const { text } = await readPdf(bytes)
      if (text.replace(/\s/g, '').includes('<xss-probe')) printed.push(routeLabel(route))
      // Nothing that a reader would run, open or send.
      expect(Buffer.from(bytes).toString('latin1'), routeLabel(route)).not.toMatch(
        /\/(JavaScript|JS|OpenAction|AA|Launch|EmbeddedFile|SubmitForm)\b/,
      )
    }
    expect(printed.length).toBeGreaterThan(3)
  })

  test('is text in every mail', async () => {
    const { admin } = server.people
    const { platform, tenants, encryption } = server.services
    await admin.post('/api/users', {
      email: 'new@first.test',
      firstname: ESCAPE.slice(0, 80),
      lastname: 'x',
      roles: [server.roleids.Agent],
    })
    await admin.post(`/api/users/${server.people.agent.userid}/resetpassword`)
    const message = `${ESCAPE}\r\nBcc: everybody@evil.test`
    await admin.post('/api/users/sendemails', {
      userids: [server.people.agent.userid],
      subject: `One\r\nBcc: everybody@evil.test\r\n\r\n${ESCAPE}`.slice(0, 190),
      message,
    })
    await fetch(`${server.url}/api/auth/passwordreset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@first.test' }),
    })
    const mails = [
      ...platform.read((db) => db.select().from(platformOutbox).all()),
      ...tenants.read(server.accountid, (db) => db.select().from(tenantOutbox).all()),
    ]
      .filter(({ kind, payload }) => kind === 'mail' && payload)
      .map(({ payload }) => JSON.parse(encryption.decrypt(payload)) as Mail)
    expect(mails.length).toBeGreaterThan(3)
    for (const { html, subject } of mails) {
      expect(foundIn(html), subject).toEqual([])
      expect(html).toContain('Zz')
    }
  })
})

describe('script that is reflected', () => {
  test('is text wherever a page repeats what was asked for', async () => {
    const wrong: string[] = []
    let asked = 0
    const { admin } = server.people
    const ids = marked.get(server.other) as SentinelValues
    for (const route of all.filter(({ method, kind }) => method === 'GET' && kind === 'page')) {
      const names = Object.keys(((route.schemas.query ?? {}) as Schema).properties ?? {})
      const person = route.claim === 'platform.manage' ? server.operator : admin
      const [path = ''] = addressOf(route, ids).split('?')
      const isRefused = queryRefusals(route.schemas.query ?? t.Object({}))
      for (const words of [ESCAPE, ADDRESS]) {
        const ask = async (names: string[]) => {
          const query = new URLSearchParams(names.map((name) => [name, words]))
          const answer = await person.call('GET', `${path}?${query}`, undefined, accept)
          if (isHtml(answer.headers))
            for (const one of foundIn(answer.text)) wrong.push(`${routeLabel(route)} ${names}: ${one}`)
          return answer.status
        }
        const all = [...names, 'unknown']
        const alone = all.filter((name) => isRefused({ [name]: words }))
        const together = all.filter((name) => !alone.includes(name))
        // A page that answers has read them all; one that refuses may have stopped at the first.
        if ((await ask(together)) !== 200) alone.push(...together)
        for (const name of alone) await ask([name])
        asked += all.length
      }
      if (!route.path.includes(':')) continue
      const place = route.path.replace(/:[a-z]+/gi, encodeURIComponent(ESCAPE))
      const { text, headers } = await person.call('GET', place, undefined, accept)
      if (isHtml(headers)) for (const one of foundIn(text)) wrong.push(`${routeLabel(route)}: ${one}`)
    }
    expect(wrong).toEqual([])
    expect(asked).toBeGreaterThan(500)
  })

  test('is text where a form is refused and says why', async () => {
    const wrong: string[] = []
    const { admin } = server.people
    const ids = marked.get(admin) as SentinelValues
    const forms = all.filter(
      ({ method, kind, schemas, claim }) =>
        method !== 'GET' && kind === 'page' && schemas.body && claim !== 'platform.manage',
    )
    for (const route of forms) {
      const names = Object.keys((route.schemas.body as Schema).properties ?? {})
      const form = new URLSearchParams([...names, ESCAPE].map((name) => [name, ESCAPE.repeat(60)]))
      for (const headers of [accept, { 'hx-request': 'true' }]) {
        const answer = await admin.call(route.method, addressOf(route, ids), form, headers)
        if (isHtml(answer.headers))
          for (const one of foundIn(answer.text)) wrong.push(`${routeLabel(route)}: ${one}`)
        for (const name of answer.headers.keys())
          if (name.startsWith('xss')) wrong.push(`${routeLabel(route)}: header ${name}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

test('every page forbids scripts of its own and of others, and frames', async () => {
  const { admin } = server.people
  for (const path of ['/', '/signin', '/admin/users', '/wegotlost', '/api/docs', '/nosuchpage']) {
    const { headers } = await admin.call('GET', path, undefined, accept)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy, path).toMatch(/script-src 'self' 'sha256-[^ ']+';/)
    expect(policy, path).toContain("object-src 'none'")
    expect(policy, path).toContain("base-uri 'none'")
    expect(policy, path).toContain("frame-ancestors 'none'")
    expect(policy.replace(/style-src-attr[^;]*/, ''), path).not.toMatch(/unsafe|\*/)
  }
})
