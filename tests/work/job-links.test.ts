import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { job_signatures } from '#db/schema/tenant/index.ts'
import { readPdf } from '#tests/pdf/read.ts'
import { completeJob, createInvoiceFixtures, type InvoiceFixtures } from '#tests/sales/invoices-support.ts'
import { expectOk } from '#tests/support/answers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let now = new Date('2026-11-23T10:00:00Z')
let server: TestServer
let office: InvoiceFixtures
beforeAll(async () => {
  server = await startTestServer(() => now)
  office = await createInvoiceFixtures(server)
})
afterAll(() => server.stop())

const admin = () => server.people.admin
const DRAWN = '320 160*10 80 0 60 20 40 110 120 80*150 40 300 200 110 380'
const later = (days: number) => {
  now = new Date(now.getTime() + days * 86_400_000)
}

const quote = (linerate = 100, more: object = {}) =>
  completeJob(office, [{ linerate, description: 'Oak door', estimated: 2, consumed: 0 }], {
    status: 1,
    ...more,
  })
const makeLink = async (jobid: string, body: object = {}) =>
  expectOk(admin().post(`/api/jobs/${jobid}/links`, { purpose: 'approve', ...body })) as Promise<{
    id: string
    url: string
    expires: string
  }>
const local = (url: string) => url.replace(/^https?:\/\/[^/]+/, server.url)
const open = (url: string) => fetch(local(url))
const send = (url: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) => {
  // Each test is another client, behind its own network.
  now = new Date(now.getTime() + 61_000)
  const body = new URLSearchParams({
    answer: 'approve',
    name: 'Jan Smit',
    once: crypto.randomUUID(),
    ...fields,
  })
  return fetch(local(url), { method: 'POST', body, headers })
}
const words = async (answer: Response) =>
  (await answer.text()).replace(/(data-)?nonce="[^"]*"|name="once" value="[^"]*"/g, '')
const job = async (id: string) => {
  const { history, materials, ...rest } = await expectOk(admin().get(`/api/jobs/${id}`))
  return rest
}

describe('a link to approve', () => {
  test('says of a fixed price that it is fixed, on the page and on paper', async () => {
    const saysFixed = async (fixedprice: boolean) => {
      const id = await quote()
      if (fixedprice) await expectOk(admin().patch(`/api/jobs/${id}`, { fixedprice }))
      const { url } = await makeLink(id)
      const page = await words(await open(url))
      const paper = await (await open(`${url}/pdf`)).arrayBuffer()
      const { text } = await readPdf(new Uint8Array(paper))
      return [page.includes('The price is fixed.'), /Price\s+Fixed/.test(text)]
    }
    expect([await saysFixed(true), await saysFixed(false)]).toEqual([
      [true, true],
      [false, false],
    ])
  })

  test('tells who approved of the deposit that was agreed, and how to pay it', async () => {
    const id = await quote()
    const plain = await words(await send((await makeLink(id)).url))
    expect(plain).toContain('The estimate is approved.')
    expect(plain).not.toContain('A deposit of')
    const other = await quote()
    await expectOk(admin().post(`/api/jobs/${other}/depositonacceptance`, { deposit: 50 }))
    const { url } = await makeLink(other)
    const once = crypto.randomUUID()
    const agreed = await words(await send(url, { once }))
    expect(agreed).toMatch(/A deposit of <strong>R.[\d\s]+,\d\d<\/strong> \(50.%\) was agreed/)
    expect(agreed).toContain('How to pay')
    const refused = await words(await send((await makeLink(await quote())).url, { answer: 'refuse' }))
    expect(refused).not.toContain('How to pay')
    const again = await words(await send(url, { once }))
    for (const part of ['Drakensberg Joinery', 'A deposit of', 'How to pay', 'Download the PDF'])
      expect(again).toContain(part)
  })

  test('opened again once it is approved, tells what is asked for of the deposit, and what came', async () => {
    const id = await quote()
    await expectOk(admin().post(`/api/jobs/${id}/depositonacceptance`, { deposit: 50 }))
    const { url } = await makeLink(id)
    const read = async () => (await words(await open(url))).replaceAll('\u00a0', ' ')
    expect(await read()).toContain('is asked for once you approve it.')
    await send(url)
    const approved = await read()
    expect(approved).not.toContain('once you approve it')
    expect(approved).toContain('was agreed, to be paid before the work begins.')
    expect(approved).toContain('62000012345')
    expect(approved).toContain(`<dd>Estimate ${(await job(id)).reference}</dd>`)
    const { id: request, number } = await expectOk(
      admin().post('/api/invoices/deposits', { jobid: id, percent: 50 }),
    )
    const asked = await read()
    expect(asked).toContain(`Deposit request ${number} asks for R 115,00.`)
    expect(asked).toContain(`<dd>${number}</dd>`)
    await expectOk(admin().post(`/api/invoices/${request}/payments`, { amount: 100 }))
    expect(await read()).toContain(
      `R 100,00 was received: thank you. Deposit request ${number} asks for R 15,00 more.`,
    )
    await expectOk(admin().post(`/api/invoices/${request}/payments`, { amount: 15 }))
    const received = await read()
    expect(received).toContain('R 115,00 was received: thank you.')
    expect(received).not.toContain('How to pay')
  })

  test.each([
    ['by a link', (_: string, url: string) => send(url)],
    ['by hand', (id: string) => expectOk(admin().patch(`/api/jobs/${id}`, { status: 3 }))],
  ])(
    'sent again once it was approved %s, says what changed, and asks for the rest of the deposit',
    async (how, approve) => {
      const id = await quote()
      await expectOk(admin().post(`/api/jobs/${id}/depositonacceptance`, { deposit: 50 }))
      const first = await makeLink(id)
      await expectOk(admin().post(`/api/jobs/${id}/estimatesent`))
      const read = async (url: string) => (await words(await open(url))).replaceAll('\u00a0', ' ')
      expect(await read(first.url)).not.toContain('What changed')
      await approve(id, first.url)
      const { id: request } = await expectOk(
        admin().post('/api/invoices/deposits', { jobid: id, percent: 50 }),
      )
      await expectOk(admin().post(`/api/invoices/${request}/payments`, { amount: 115 }))
      const same = await read((await makeLink(id)).url)
      expect(same).not.toContain('What changed')
      expect(same).toContain('R 115,00 was received, and no more is asked for.')
      const [line] = (await expectOk(admin().get(`/api/jobs/${id}`))).materials
      await expectOk(admin().patch(`/api/materials/${line.id}`, { estimated: 4, version: line.version }))
      const { url } = await makeLink(id)
      const again = await read(url)
      expect(again).toContain(
        'R 230,00 was approved on 23 November 2026. By now it comes to R 460,00 with VAT.',
      )
      expect(again.includes('changed to 4')).toBe(how === 'by a link')
      expect(again).toContain(
        'A deposit of <strong>R 230,00</strong> (50 %) goes with it: R 115,00 was received, and R 115,00 is asked for once you approve it.',
      )
      const paper = await (await open(`${url}/pdf`)).arrayBuffer()
      const { text } = await readPdf(new Uint8Array(paper))
      expect(text.replace(/\s+/g, ' ')).toContain('Of it received R 115,00')
      const dialog = await admin().call('GET', `/invoices/deposit/${id}`, undefined, { 'hx-request': 'true' })
      expect(dialog.text).toMatch(/name="amount"[^>]*value="115,00"/)
      // What comes meanwhile leaves the link as it is.
      const rest = await expectOk(admin().post('/api/invoices/deposits', { jobid: id, amount: 115 }))
      await expectOk(admin().post(`/api/invoices/${rest.id}/payments`, { amount: 15 }))
      expect((await send(url)).status).toBe(200)
      expect(await job(id)).toMatchObject({ nextstep: 'deposit' })
    },
  )

  test.each([
    ['by a link', (_: string, url: string) => send(url)],
    [
      'by hand',
      async (id: string) => {
        for (const status of [2, 3]) await expectOk(admin().patch(`/api/jobs/${id}`, { status }))
      },
    ],
  ])(
    'once it is approved again %s, the rest of the deposit is asked for on its page and its job',
    async (how, approve) => {
      const id = await quote()
      await expectOk(admin().post(`/api/jobs/${id}/depositonacceptance`, { deposit: 50 }))
      await send((await makeLink(id)).url)
      later(0.001)
      const first = await expectOk(admin().post('/api/invoices/deposits', { jobid: id, percent: 50 }))
      await expectOk(admin().post(`/api/invoices/${first.id}/payments`, { amount: 115 }))
      expect(await job(id)).toMatchObject({ nextstep: 'start' })
      const [line] = (await expectOk(admin().get(`/api/jobs/${id}`))).materials
      await expectOk(admin().patch(`/api/materials/${line.id}`, { estimated: 4, version: line.version }))
      const { url } = await makeLink(id)
      expect(await job(id)).toMatchObject({ nextstep: 'start' })
      later(0.001)
      await approve(id, url)
      expect(await job(id)).toMatchObject({ nextstep: 'askdeposit', deposit: 'received', depositdue: true })
      if (how === 'by hand') return
      const read = async () => (await words(await open(url))).replaceAll('\u00a0', ' ')
      const approved = await read()
      expect(approved).toContain(
        'was agreed. R 115,00 was received: thank you. R 115,00 more is still to be paid.',
      )
      expect(approved).toContain('62000012345')
      expect(approved).toContain(`<dd>Estimate ${(await job(id)).reference}</dd>`)
      const rest = await expectOk(admin().post('/api/invoices/deposits', { jobid: id, amount: 115 }))
      expect(await read()).toContain(`Deposit request ${rest.number} asks for R 115,00 more. It is taken off`)
      expect(await job(id)).toMatchObject({ nextstep: 'deposit' })
    },
  )

  test('says how to pay by the bank details of now, and that they changed since the paper was sent', async () => {
    const id = await quote()
    await expectOk(admin().post(`/api/jobs/${id}/depositonacceptance`, { deposit: 50 }))
    const { url } = await makeLink(id)
    const approved = await words(await send(url))
    expect(approved).toContain('62000012345')
    expect(approved).not.toContain('The bank details of')
    const [own] = await expectOk(admin().get('/api/organisations'))
    const bankOf = (accountnumber: string) =>
      expectOk(admin().patch(`/api/organisations/${own.id}`, { accountnumber }))
    await bankOf('62000099999')
    const changed = await words(await open(url))
    expect(changed).toContain('62000099999')
    expect(changed).not.toContain('62000012345')
    expect(changed).toContain('The bank details of Drakensberg Joinery changed since this was sent to you')
    await bankOf('62000012345')
  })

  test('tells the visit as it is agreed by now, also once it was answered', async () => {
    const id = await quote()
    const { url } = await makeLink(id)
    expect(await words(await open(url))).not.toContain('Planned for')
    await expectOk(admin().patch(`/api/jobs/${id}`, { start: '2026-11-30', visittime: '8:00' }))
    expect(await words(await open(url))).toContain('Planned for <strong>30 November 2026, 08:00</strong>')
    await send(url)
    expect(await words(await open(url))).toContain('30 November 2026, 08:00')
    await expectOk(admin().patch(`/api/jobs/${id}`, { visittime: '' }))
    expect(await words(await open(url))).not.toContain('Planned for')
  })

  test('shows the estimate as it was sent, with the bytes whose hash is kept', async () => {
    const id = await quote()
    const link = await makeLink(id)
    expect(link.url).toMatch(/\/www\/job\/approve\/[\w-]{30}$/)
    expect(link.expires).toBe('2026-12-23T22:00:00.000Z')
    const page = await open(link.url)
    expect(page.status).toBe(200)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('x-robots-tag')).toContain('noindex')
    const html = await page.text()
    for (const part of [
      'Oak door',
      'Drakensberg Joinery',
      // Where to find them, beside how to reach them.
      '14 Blacksmith Road',
      'R\u00a0230,00',
      'Valid for 14 days.',
      'method="post"',
    ])
      expect(html).toContain(part)
    expect(html.match(/<script[^>]*src="[^"]*"/g)).toHaveLength(1)
    const pdf = await open(`${link.url}/pdf`)
    const bytes = new Uint8Array(await pdf.arrayBuffer())
    const [listed] = await expectOk(admin().get(`/api/jobs/${id}/links`))
    expect(new Bun.CryptoHasher('sha256').update(bytes).digest('hex')).toBe(listed.sha256)
    expect(listed).toMatchObject({
      state: 'live',
      purpose: 'approve',
      openedutc: null,
      set: null,
      outdated: false,
    })
    expect(JSON.stringify(listed)).not.toContain(link.url.split('/').at(-1)!)
  })
})

describe('an approval', () => {
  test('moves the job, names the client, makes its steps, and leaves history and tracking', async () => {
    const id = await quote(100, { assignee: undefined })
    const link = await makeLink(id)
    const answer = await send(
      link.url,
      { comment: 'Before Christmas, please', signature: DRAWN },
      { 'user-agent': 'Phone' },
    )
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('The estimate is approved.')
    const after = await job(id)
    expect(after).toMatchObject({
      status: 3,
      stage: 'approved',
      acceptedby: 'Jan Smit',
      acceptedon: '2026-11-23',
      approvedby: { id: null, name: 'Jan Smit (client)' },
    })
    expect(after.approvedutc).toBe(now.toISOString())
    expect(after.estimatesentutc).not.toBeNull()
    const tracked = (await expectOk(admin().get(`/api/jobs/${id}/tracking`))).map(
      ({ what }: { what: string }) => what,
    )
    expect(tracked).toContain('Approved by Jan Smit (client)')
    expect(tracked).toContain(
      'Estimate approved by Jan Smit, with a drawn signature: Before Christmas, please',
    )
    const [listed] = await expectOk(admin().get(`/api/jobs/${id}/links`))
    expect(listed).toMatchObject({
      state: 'answered',
      set: { answer: 'approve', name: 'Jan Smit', comment: 'Before Christmas, please', address: '127.0.0.1' },
    })
    const { id: set, signature } = listed.set
    const png = await fetch(`${server.url}/api/jobs/sets/${set}/signature/${signature}`, {
      headers: { authorization: `Bearer ${admin().token}` },
    })
    expect(png.headers.get('content-type')).toBe('image/png')
    expect([...new Uint8Array(await png.arrayBuffer()).subarray(1, 4)]).toEqual([80, 78, 71])
    expect((await server.other.get(`/api/jobs/sets/${set}/signature/${signature}`)).status).toBe(404)
    expect((await admin().get(`/api/jobs/sets/${signature}/signature/${set}`)).status).toBe(404)
    const stored = server.services.tenants.read(server.accountid, (db) =>
      db.select().from(job_signatures).where(eq(job_signatures.id, signature)).get(),
    )
    expect(JSON.parse(stored?.strokes ?? '')).toEqual({
      ...{ w: 320, h: 160 },
      strokes: [
        [
          [10, 80, 0],
          [60, 20, 40],
          [110, 120, 80],
        ],
        [
          [150, 40, 300],
          [200, 110, 380],
        ],
      ],
    })
  })

  test('counts once, however often the form is sent', async () => {
    const id = await quote()
    const link = await makeLink(id)
    const once = crypto.randomUUID()
    const both = await Promise.all([send(link.url, { once }), send(link.url, { once })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    for (const answer of both) expect(await answer.text()).toContain('The estimate is approved.')
    expect((await send(link.url, { once })).status).toBe(200)
    expect((await send(link.url, { once: crypto.randomUUID() })).status).toBe(404)
    const approvals = (await expectOk(admin().get(`/api/jobs/${id}/history`))).filter(
      ({ field }: { field: string }) => field === 'approved' || field === 'answer',
    )
    expect(approvals).toHaveLength(2)
  })

  test('of a job that somebody approved meanwhile leaves it where it stands', async () => {
    const id = await quote()
    const link = await makeLink(id)
    await expectOk(admin().post('/api/jobs/reorder', { jobid: id, lane: 3, afterid: null }))
    expect((await send(link.url)).status).toBe(200)
    expect(await job(id)).toMatchObject({ status: 3, acceptedby: 'Jan Smit' })
    expect((await job(id)).approvedby.id).not.toBeNull()
  })

  test('stays on its lane where a rule of the account keeps it there, and is approved all the same', async () => {
    const kind = { kind: 'assignee', lane: 3, blocks: true, boardid: office.boardid }
    const rule = await expectOk(admin().post('/api/assertions', kind))
    const id = await quote()
    const link = await makeLink(id)
    expect((await send(link.url)).status).toBe(200)
    const after = await job(id)
    expect([after.status, after.approvedby.name]).toEqual([1, 'Jan Smit (client)'])
    await expectOk(admin().delete(`/api/assertions/${rule.id}`))
  })

  test('without a comment is enough, a change or a refusal says why and moves nothing', async () => {
    const id = await quote()
    const link = await makeLink(id)
    for (const [answer, sentence] of [
      ['change', 'Say in a few words what should change.'],
      ['refuse', 'Say in a few words why you refuse.'],
    ] as const) {
      const refused = await send(link.url, { answer })
      expect(refused.status).toBe(422)
      const html = await refused.text()
      expect(html).toContain(sentence)
      expect(html).toContain('value="Jan Smit"')
    }
    expect((await send(link.url, { name: ' ' })).status).toBe(422)
    expect((await send(link.url, { answer: 'refuse', comment: 'Too dear' })).status).toBe(200)
    expect(await job(id)).toMatchObject({ status: 1, approvedutc: null, acceptedby: '', nextstep: 'send' })
    const [listed] = await expectOk(admin().get(`/api/jobs/${id}/links`))
    expect(listed.set).toMatchObject({ answer: 'refuse', comment: 'Too dear', signature: null })
    later(1)
    await expectOk(admin().post(`/api/jobs/${id}/estimatesent`))
    expect(await job(id)).toMatchObject({ nextstep: 'approve' })
  })

  test('tells the assignee and whoever sent it', async () => {
    const people = server.people
    const { userid } = people.jobs
    const worker = await expectOk(
      admin().post('/api/workers', { name: 'Thabo', userid, boards: [office.boardid] }),
    )
    const id = await quote(100, { assignee: worker.id })
    const link = await makeLink(id)
    await send(link.url, { answer: 'change', comment: 'In walnut' })
    for (const person of [people.jobs, admin()]) {
      const all = await expectOk(person.get('/api/communication/notifications'))
      expect(all).toContainEqual(
        expect.objectContaining({
          message: expect.stringContaining('In walnut'),
          type: 'warning',
          code: 'answer',
        }),
      )
    }
    const permission = { boardid: office.boardid, roleid: server.roleids.Jobs }
    const hidden = await makeLink(await quote(100, { assignee: worker.id }))
    await expectOk(admin().post('/api/boards/permissions', { ...permission, permission: 'none' }))
    await send(hidden.url, { answer: 'change', comment: 'In stinkwood' })
    await expectOk(admin().post('/api/boards/permissions', { ...permission, permission: null }))
    const [theirs, ours] = await Promise.all(
      [people.jobs, admin()].map((person) => person.get('/api/communication/notifications')),
    )
    expect(JSON.stringify(theirs?.body)).not.toContain('stinkwood')
    expect(JSON.stringify(ours?.body)).toContain('stinkwood')
  })
})

describe('a code that does not work', () => {
  test('answers alike whether withdrawn, replaced or expired, and names the firm to whoever had it alone', async () => {
    const withdrawnjob = await quote()
    const withdrawn = await makeLink(withdrawnjob)
    await expectOk(admin().delete(`/api/jobs/${withdrawnjob}/links/${withdrawn.id}`))
    const twice = await quote()
    const replaced = await makeLink(twice)
    const live = await makeLink(twice)
    const removedjob = await quote()
    const removed = await makeLink(removedjob)
    await expectOk(admin().delete(`/api/jobs/${removedjob}`))
    const expired = await makeLink(await quote(), { expires: '2026-11-24' })
    const guessed = live.url.slice(0, -4) + 'AAAA'
    later(3)
    const ended = [withdrawn, replaced, removed, expired].map(({ url }) => url)
    const wrong = [
      guessed,
      live.url.replace('/approve/', '/accept/'),
      live.url.slice(0, -30) + 'x',
      live.url.slice(0, -30) + 'A'.repeat(30),
    ]
    const said = async (urls: readonly string[]) => {
      const seen = new Set<string>()
      for (const url of urls) {
        const page = await open(url)
        expect(page.status, url).toBe(404)
        seen.add(`${page.headers.get('content-type')} ${await words(page)}`)
        const answer = await send(url)
        expect(answer.status).toBe(404)
        seen.add(`${answer.headers.get('content-type')} ${await words(answer)}`)
        seen.add(`text/html; charset=utf-8 ${await words(await open(`${url}/pdf`))}`)
      }
      return [...seen]
    }
    const [unknown, ...others] = await said(wrong)
    expect(others).toEqual([])
    expect(unknown).not.toContain('Drakensberg Joinery')
    const [had, ...more] = await said(ended)
    expect(more).toEqual([])
    expect(had).toContain('Please ask Drakensberg Joinery for a new one.')
    const json = await fetch(local(ended[0]!), { headers: { accept: 'application/json' } })
    expect([json.status, await json.text()]).toEqual([404, expect.not.stringContaining('Drakensberg')])
    expect((await open(live.url)).status).toBe(200)
  })

  test('shows what was answered until its last day, and takes no other answer', async () => {
    const id = await quote()
    const link = await makeLink(id, { expires: now.toISOString().slice(0, 10) })
    const words = async () =>
      (await readPdf(new Uint8Array(await (await open(`${link.url}/pdf`)).arrayBuffer()))).text
    expect(await words()).not.toContain('Jan Smit')
    const kept = await (await send(link.url)).text()
    const page = await open(link.url)
    const html = (await page.text()).replaceAll('\u00a0', ' ')
    expect(page.status).toBe(200)
    for (const part of ['Jan Smit said yes to this on', 'Oak door', 'R 230,00', 'Drakensberg Joinery'])
      expect(html).toContain(part)
    expect(html).not.toContain('<form')
    // Signed where it was to be signed, with the sums that were answered.
    const [, base64 = ''] = /data:application\/pdf;base64,([^"]+)/.exec(kept) ?? []
    for (const paper of [(await readPdf(Uint8Array.fromBase64(base64))).text, await words()]) {
      for (const part of ['Answered by link', 'Estimate approved', 'Jan Smit', 'Date and time', 'R 230,00'])
        expect(paper.replaceAll('\u00a0', ' ')).toContain(part)
      expect(paper).not.toContain('Accepted')
    }
    const before = await job(id)
    expect((await send(link.url, { answer: 'refuse', comment: 'No' })).status).toBe(404)
    expect(await job(id)).toEqual(before)
    later(2)
    const over = await open(link.url)
    expect([over.status, await over.text()]).toEqual([404, expect.stringContaining('Drakensberg Joinery')])
  })

  test('shows what was answered no more once its job is removed', async () => {
    const id = await quote()
    const link = await makeLink(id)
    await send(link.url)
    expect((await open(link.url)).status).toBe(200)
    await expectOk(admin().delete(`/api/jobs/${id}`))
    for (const url of [link.url, `${link.url}/pdf`]) {
      const page = await open(url)
      expect([page.status, await page.text()]).toEqual([404, expect.not.stringContaining('Jan Smit')])
    }
  })

  test('is looked for a few times a minute alone', async () => {
    const link = await makeLink(await quote())
    now = new Date(now.getTime() + 61_000)
    const statuses: number[] = []
    for (let at = 0; at < 70; at++) statuses.push((await open(`${link.url.slice(0, -3)}AAA`)).status)
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(404))
    expect(statuses.at(-1)).toBe(429)
    now = new Date(now.getTime() + 61_000)
  })

  test('changes nothing when it is opened, however often', async () => {
    const id = await quote()
    const link = await makeLink(id)
    const before = await job(id)
    for (let at = 0; at < 3; at++) await open(link.url)
    expect(await job(id)).toEqual(before)
  })
})

describe('what was sent', () => {
  test('counts as sent and opened once a page tells it of somebody outside, and no sooner', async () => {
    const id = await quote()
    const link = await makeLink(id)
    const headers = { cookie: admin().cookie }
    await fetch(local(`${link.url}/opened`), { method: 'POST', headers })
    expect((await expectOk(admin().get(`/api/jobs/${id}/links`)))[0].openedutc).toBeNull()
    await fetch(local(`${link.url}/opened`), { method: 'POST' })
    const [listed] = await expectOk(admin().get(`/api/jobs/${id}/links`))
    expect(listed.openedutc).toBe(now.toISOString())
    expect(await job(id)).toMatchObject({ stage: 'quoted', estimatesentutc: now.toISOString() })
    const first = now.toISOString()
    later(1)
    await fetch(local(`${link.url}/opened`), { method: 'POST' })
    expect((await expectOk(admin().get(`/api/jobs/${id}/links`)))[0].openedutc).toBe(first)
  })

  test('opened and answered where somebody of the account is signed in says so in the history', async () => {
    const id = await quote()
    const link = await makeLink(id)
    const headers = { cookie: admin().cookie }
    for (let at = 0; at < 2; at++) await fetch(local(`${link.url}/opened`), { method: 'POST', headers })
    expect((await send(link.url, {}, { ...headers, origin: server.url })).status).toBe(200)
    const lines = (await expectOk(admin().get(`/api/jobs/${id}/history`))).filter(
      ({ newvalue }: { newvalue: string }) => newvalue.includes(', on a device where '),
    )
    expect(lines.map(({ field }: { field: string }) => field).toSorted()).toEqual(['answer', 'link'])
    expect(lines[0].newvalue).toContain('is signed in')
    const other = await quote()
    await send((await makeLink(other)).url)
    const quiet = await expectOk(admin().get(`/api/jobs/${other}/history`))
    expect(JSON.stringify(quiet)).not.toContain('on a device where')
  })

  test('and was changed since says so, and is answered by nobody', async () => {
    const id = await quote()
    const link = await makeLink(id)
    await expectOk(
      admin().post('/api/materials', {
        jobid: id,
        role: 2,
        description: 'Brass handle',
        linerate: 40,
        estimated: 1,
      }),
    )
    for (const answer of [await open(link.url), await send(link.url), await open(`${link.url}/pdf`)]) {
      expect(answer.status).toBe(409)
      expect(await answer.text()).toContain('This has changed since it was sent to you')
    }
    expect(await job(id)).toMatchObject({ status: 1, approvedutc: null })
    expect((await expectOk(admin().get(`/api/jobs/${id}/links`)))[0]).toMatchObject({
      outdated: true,
      set: null,
    })
    expect(await job(id)).toMatchObject({ estimateoutdated: true })
    const fresh = await makeLink(id)
    expect(await job(id)).toMatchObject({ estimateoutdated: false })
    expect((await send(fresh.url)).status).toBe(200)
    expect(await job(id)).toMatchObject({ estimateoutdated: false })
  })

  test('stays what it was when only the job around it changes', async () => {
    const id = await quote()
    const link = await makeLink(id)
    await expectOk(admin().patch(`/api/jobs/${id}`, { critical: true, statenote: 'Ring first' }))
    await expectOk(admin().post(`/api/jobs/${id}/notes`, { message: 'Paid late last time' }))
    later(2)
    expect((await send(link.url)).status).toBe(200)
    expect(await job(id)).toMatchObject({ status: 3 })
  })

  test('changes while it is approved: one of the two comes first, and the other is told', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await quote()
      const link = await makeLink(id)
      const change = () =>
        admin().post('/api/materials', { jobid: id, role: 2, description: 'More', linerate: 9, estimated: 1 })
      const answering = round % 2 ? undefined : send(link.url)
      const changing = change()
      const [answer] = await Promise.all([answering ?? send(link.url), changing])
      const [listed] = await expectOk(admin().get(`/api/jobs/${id}/links`))
      const { status } = await job(id)
      expect([answer?.status, listed.set !== null, status]).toEqual(
        answer?.status === 200 ? [200, true, 3] : [409, false, 1],
      )
    }
  })
})

describe('a signature', () => {
  test.each([
    ['of no strokes', '320 160', 'has no strokes'],
    ['of dots', '320 160*10 10 0*20 20 5', 'hardly any ink'],
    ['over its box', '320 160*10 10 0 400 20 5 20 20 9', 'over the bounds'],
    ['of a box without size', '0 0*0 0 0', 'over the bounds'],
    ['that is none', 'data:image/png;base64,AAAA', 'could not be read'],
    ['of figures that are none', '320 160*10 1e9 0', 'could not be read'],
    ['of too many points', `320 160*${Array(4_001).fill('1 2 3').join(' ')}`, 'too large'],
  ])('%s is refused in words, and nothing is saved', async (_, signature, sentence) => {
    const id = await quote()
    const link = await makeLink(id)
    const answer = await send(link.url, { signature })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(sentence)
    expect(await job(id)).toMatchObject({ status: 1 })
    expect((await send(link.url, { signature: DRAWN })).status).toBe(200)
  })

  test('of 10 MB is refused before it is read', async () => {
    const link = await makeLink(await quote())
    const answer = await send(link.url, { signature: '1'.repeat(10_000_000) })
    expect(answer.status).toBe(413)
    expect(await answer.text()).toContain('too large')
    expect((await open(link.url)).status).toBe(200)
  })
})

test('the page is read without a script, and signed by one of 30 kB at most', async () => {
  const { url } = await makeLink(await quote())
  const html = await (await open(url)).text()
  for (const read of ['Oak door', 'Total with VAT', '<button type="submit"']) expect(html).toContain(read)
  const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src = '']) => src)
  expect(scripts).toHaveLength(1)
  const { byteLength } = await (await fetch(new URL(scripts[0] as string, server.url))).arrayBuffer()
  expect(byteLength).toBeLessThan(30_000)
})

describe('a program that answers in JSON', () => {
  const ask = (url: string, body: object, path = '') => {
    now = new Date(now.getTime() + 61_000)
    return fetch(local(url) + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { accept: 'application/json', 'content-type': 'application/json' },
    })
  }
  const refused = async (answer: Response) => {
    const { message, ...more } = await answer.json()
    expect(message).not.toBe('')
    return [answer.status, more]
  }

  test('is refused in JSON, whatever is wrong, and told what it did', async () => {
    const id = await quote()
    const { url } = await makeLink(id)
    const body = { answer: 'approve', name: 'Jan Smit' }
    expect(await refused(await ask(url, { ...body, name: '' }))).toEqual([
      400,
      { fields: { name: 'Type your name.' } },
    ])
    expect(await refused(await ask(url, { ...body, signature: '320 160' }))).toMatchObject([
      400,
      { fields: {} },
    ])
    expect(await refused(await ask(url, { ...body, age: 3 }))).toMatchObject([400, { fields: {} }])
    const nested = await ask(url, { ...body, signature: [[[[[1]]]]] })
    expect([nested.status, (await nested.json()).message]).toEqual([
      400,
      'The request body may have at most 4 lists and objects within each other.',
    ])
    expect((await ask(url, { ...body, signature: '1'.repeat(10_000_000) })).status).toBe(413)
    const dead = [404, { code: 'deadlink' }]
    expect(await refused(await ask(url.slice(0, -4) + 'AAAA', body))).toEqual(dead)
    const answered = await ask(url, body)
    expect([answered.status, await answered.json()]).toMatchObject([
      200,
      { data: { answer: 'approve', name: 'Jan Smit' } },
    ])
    expect(await refused(await ask(url, body))).toEqual(dead)
    const [link] = await expectOk(admin().get(`/api/jobs/${id}/links`))
    // Nothing but the answer told that it was opened.
    expect(link.openedutc).toBe(link.set.dateutc)
    const { history } = await expectOk(admin().get(`/api/jobs/${id}`))
    expect(JSON.stringify(history)).toContain('opened by its link')
    const changed = await quote()
    const outdated = await makeLink(changed)
    const [line] = await expectOk(admin().get(`/api/materials/getMaterials/${changed}`))
    await expectOk(admin().patch(`/api/materials/${line.id}`, { linerate: 300 }))
    expect(await refused(await ask(outdated.url, body))).toEqual([409, { code: 'outdated' }])
  })
})

describe('a link is made', () => {
  test('for 30 days, for a day that is told, and never longer than the estimate is valid', async () => {
    await expectOk(admin().patch(`/api/organisations/${office.vendor}`, { estimatedays: 14 }))
    const id = await quote()
    const valid = (await makeLink(id)).expires
    const day = (await makeLink(id, { expires: valid.slice(0, 10) })).expires
    expect(day <= `${valid.slice(0, 10)}T22:00:00.000Z`).toBe(true)
    for (const expires of [
      '2020-01-01',
      '2029-01-01',
      'tomorrow',
      '2027-02-30',
      `${valid.slice(0, 4)}-12-31`,
    ]) {
      const { status, body } = await admin().post(`/api/jobs/${id}/links`, { purpose: 'approve', expires })
      expect([expires, status]).toEqual([expires, 400])
      expect(body.fields.expires).toBeString()
    }
    await expectOk(admin().patch(`/api/organisations/${office.vendor}`, { estimatedays: null }))
  })

  test('by who may write jobs and see prices, of a job that still can be approved', async () => {
    const id = await quote()
    const ask = (purpose: string, jobid = id) => ({ path: `/api/jobs/${jobid}/links`, body: { purpose } })
    for (const who of ['jobs', 'stakeholder'] as const) {
      const { path, body } = ask('approve')
      expect((await server.people[who].post(path, body)).status).toBeOneOf([403, 404])
    }
    expect((await server.other.post(ask('approve').path, ask('approve').body)).status).toBe(404)
    expect((await admin().post(ask('accept').path, ask('accept').body)).status).toBe(400)
    expect((await admin().post(ask('sign').path, ask('sign').body)).status).toBe(400)
  })

  test('once a key: asked again it is told of the link, not given its code', async () => {
    const id = await quote()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const ask = () =>
      fetch(`${server.url}/api/jobs/${id}/links`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin().token}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ purpose: 'approve' }),
      })
    const first = await (await ask()).json()
    const again = await (await ask()).json()
    expect(again.data.id).toBe(first.data.id)
    expect([first.data.url, again.data.url]).toEqual([
      expect.stringContaining('/www/job/approve/'),
      undefined,
    ])
    expect(await expectOk(admin().get(`/api/jobs/${id}/links`))).toHaveLength(1)
  })
})
