import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apikeys } from '#db/schema/platform/index.ts'
import { escapeText, foldLine } from '#server/icalendar.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { createWorkShop, type WorkShop } from './steps-support.ts'

let server: TestServer
let shop: WorkShop
beforeAll(async () => {
  server = await startTestServer()
  shop = await createWorkShop(server)
})
afterAll(() => server.stop())

type Event = Record<string, string>

/** Reads the grammar of RFC 5545 back: lines end by CRLF, and those that begin with a space go on. */
function parse(text: string): Event[] {
  expect(text.endsWith('\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const octets = text.split('\r\n').map((line) => new TextEncoder().encode(line).length)
  expect(Math.max(...octets)).toBeLessThanOrEqual(75)
  const lines = text.replaceAll('\r\n ', '').split('\r\n')
  const events: Event[] = []
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z-]+(?:;[A-Z]+=[A-Z-]+)*):(.*)$/.exec(line) ?? []
    if (line === 'BEGIN:VEVENT') events.push({})
    else if (events.length > 0) Object.assign(events.at(-1) as Event, { [name]: value })
  }
  return events
}

const makeAddress = async () => {
  const { status, body } = await server.people.jobs.post('/api/calendar')
  expect(status).toBe(200)
  return body.data.address as string
}
const fetchEvents = async (address: string) => {
  const answer = await fetch(address.replace(/^https?:\/\/[^/]+/, server.url))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  return parse(await answer.text())
}
const status = async (address: string) =>
  (await fetch(address.replace(/^https?:\/\/[^/]+/, server.url))).status

const planned = async (values: object = {}) =>
  (
    await server.people.admin.post('/api/jobs', {
      boardid: shop.boardid,
      assignee: shop.worker,
      start: '2099-03-03',
      ...values,
    })
  ).body.data as { id: string; reference: string }

describe('lines', () => {
  test('fold at 75 octets, never within a character, and not sooner', () => {
    expect(foldLine(`SUMMARY:${'a'.repeat(67)}`)).toBe(`SUMMARY:${'a'.repeat(67)}`)
    expect(foldLine(`SUMMARY:${'a'.repeat(68)}`)).toBe(`SUMMARY:${'a'.repeat(67)}\r\n a`)
    const folded = foldLine(`SUMMARY:${'é'.repeat(40)}`).split('\r\n')
    expect(folded.map((line) => new TextEncoder().encode(line).length)).toEqual([74, 15])
    const emoji = foldLine(`SUMMARY:${'🔧'.repeat(30)}`)
    expect(emoji.replaceAll('\r\n ', '')).toBe(`SUMMARY:${'🔧'.repeat(30)}`)
  })

  test('escape what the grammar needs', () => {
    expect(escapeText('a\\b; c, d\r\ne\nf\u0007')).toBe('a\\\\b\\; c\\, d\\ne\\nf ')
  })
})

describe('the calendar of a person', () => {
  test('has their jobs as whole days, and grows its sequence with each change', async () => {
    const { id, reference } = await planned({
      description: 'Gate; two leaves, \nBEGIN:VEVENT',
      scheduledend: '2099-03-05',
    })
    const address = await makeAddress()
    const find = async () => (await fetchEvents(address)).find(({ UID }) => UID?.startsWith(`job-${id}@`))
    const event = await find()
    expect(event).toMatchObject({
      'DTSTART;VALUE=DATE': '20990303',
      'DTEND;VALUE=DATE': '20990306',
      SUMMARY: `${reference} Gate\\; two leaves\\, \\nBEGIN:VEVENT`,
      STATUS: 'CONFIRMED',
    })
    expect(event?.DTSTAMP).toMatch(/^\d{8}T\d{6}Z$/)
    expect(await find()).toEqual(event)
    await server.people.admin.patch(`/api/schedule/${id}`, { scheduledend: '2099-03-04' })
    const later = await find()
    expect(later?.UID).toBe(event?.UID as string)
    expect(Number(later?.SEQUENCE)).toBeGreaterThan(Number(event?.SEQUENCE))
    await server.people.admin.delete(`/api/jobs/${id}`)
    expect((await find())?.STATUS).toBe('CANCELLED')
  })

  test('has their steps on the jobs of others, and nothing of what is not theirs', async () => {
    const mine = await planned({ assignee: shop.helper, categories: [shop.category], status: 3 })
    const theirs = await planned({ assignee: shop.helper })
    const [step] = (await server.people.admin.get(`/api/steps/job/${mine.id}`)).body.data
    await server.people.admin.patch('/api/steps/job', { id: step.id, workerid: shop.worker })
    const events = await fetchEvents(await makeAddress())
    const uids = events.map(({ UID }) => UID?.split('@')[0])
    expect(uids).toContain(`step-${step.id}`)
    expect(uids).not.toContain(`job-${mine.id}`)
    expect(uids).not.toContain(`job-${theirs.id}`)
  })

  test('holds no price and no telephone number', async () => {
    await planned({ description: 'Plain' })
    const text = JSON.stringify(await fetchEvents(await makeAddress()))
    expect(text).not.toMatch(/R\s?\d|rate|\+27/)
  })
})

describe('its address', () => {
  test('is a secret that is stored as a hash, shown once, renewed and ended', async () => {
    const first = await makeAddress()
    const secret = first.split('/').at(-1)?.replace('.ics', '') ?? ''
    const stored = JSON.stringify(server.services.platform.read((db) => db.select().from(apikeys).all()))
    expect(stored).not.toContain(secret)
    expect(stored).toContain('calendar')
    const second = await makeAddress()
    expect([await status(first), await status(second)]).toEqual([404, 200])
    expect((await server.people.jobs.delete('/api/calendar')).body.data).toEqual({ ended: true })
    expect(await status(second)).toBe(404)
  })

  test('opens nothing but the calendar', async () => {
    const secret = (await makeAddress()).split('/').at(-1)?.replace('.ics', '') ?? ''
    const answer = await fetch(`${server.url}/api/jobs`, { headers: { 'x-api-key': secret } })
    expect(answer.status).toBe(401)
  })

  test('is none of an API key, of a wrong secret, or without its ending', async () => {
    const key = (await server.people.jobs.patch('/api/users/apikey', { application: 'Other' })).body.data.key
    for (const file of [`${key}.ics`, 'joblane_wrong.ics', key, '..%2f.ics'])
      expect(await status(`${server.url}/calendar/${file}`), file).toBe(404)
  })

  test('is made by who is a worker alone', async () => {
    const { status, body } = await server.people.agent.post('/api/calendar')
    expect([status, body.message]).toEqual([
      400,
      'You are not a worker of this account, so that nothing is planned for you.',
    ])
  })

  test('is refused for a while to who asks too often', async () => {
    const crowded = await startTestServer()
    try {
      const answers = await Promise.all(
        Array.from({ length: 125 }, () =>
          fetch(`${crowded.url}/calendar/wrong.ics`).then((one) => one.status),
        ),
      )
      expect(answers.filter((one) => one === 429)).toHaveLength(5)
    } finally {
      await crowded.stop()
    }
  })

  test('ends when the worker, or the person, is archived', async () => {
    const address = await makeAddress()
    const { admin, jobs } = server.people
    await admin.patch(`/api/workers/${shop.worker}`, { archived: true })
    expect(await status(address)).toBe(404)
    await admin.patch(`/api/workers/${shop.worker}`, { archived: false })
    expect(await status(address)).toBe(200)
    expect((await admin.delete(`/api/users/${jobs.userid}`)).status).toBe(200)
    expect(await status(address)).toBe(404)
  })
})
