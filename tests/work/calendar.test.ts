import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apikeys } from '#db/schema/platform/index.ts'
import { escapeText, foldLine, formatCalendar } from '#server/icalendar.ts'
import { expectOk } from '#tests/support/answers.ts'
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
    const [, name = '', value = ''] = /^([A-Z-]+(?:;[A-Z]+=[\w/-]+)*):(.*)$/.exec(line) ?? []
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

/** An item that goes out, half an hour of work each. */
async function addTimedLine(jobid: string, estimated: number) {
  const { admin } = server.people
  const item = await expectOk(admin.post('/api/inventory', { code: 'GEYSER', rate: 1, unitseconds: 1_800 }))
  await expectOk(admin.post('/api/materials', { jobid, role: 2, inventoryid: item.id, estimated }))
}

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

describe('an hour', () => {
  const event = {
    ...{ uid: 'job-1@a', sequence: 1, changed: '2026-11-29T08:00:00.000Z', summary: 'Gate' },
    ...{ description: '', location: '', cancelled: false },
  }
  const onDay = (start: string, hour?: { from: number; minutes: number }) => ({
    ...event,
    start,
    end: start,
    hour,
  })

  test('is told in the zone, with the change of its clocks that comes before it', () => {
    const text = formatCalendar({
      ...{ name: 'A', zone: 'Europe/Berlin' },
      events: [
        onDay('2026-07-01', { from: 510, minutes: 90 }),
        onDay('2026-12-01', { from: 780, minutes: 45 }),
        onDay('2026-12-02', { from: 0, minutes: 60 }),
      ],
    })
    expect(parse(text).map((one) => [one['DTSTART;TZID=Europe/Berlin'], one.DURATION, one.TRANSP])).toEqual([
      ['20260701T083000', 'PT1H30M', 'OPAQUE'],
      ['20261201T130000', 'PT45M', 'OPAQUE'],
      ['20261202T000000', 'PT1H', 'OPAQUE'],
    ])
    expect(text.split('BEGIN:VEVENT')[0]?.split('\r\n').slice(-14, -2)).toEqual([
      ...['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin'],
      ...[
        'BEGIN:DAYLIGHT',
        'DTSTART:20260329T020000',
        'TZOFFSETFROM:+0100',
        'TZOFFSETTO:+0200',
        'END:DAYLIGHT',
      ],
      ...[
        'BEGIN:STANDARD',
        'DTSTART:20261025T030000',
        'TZOFFSETFROM:+0200',
        'TZOFFSETTO:+0100',
        'END:STANDARD',
      ],
    ])
    expect(text).toContain('END:STANDARD\r\nEND:VTIMEZONE\r\n')
  })

  test('is told of a zone whose clocks never change, and no zone where there is no hour', () => {
    const utc = formatCalendar({
      name: 'A',
      zone: 'UTC',
      events: [onDay('2026-12-01', { from: 480, minutes: 60 })],
    })
    expect(utc).toContain('DTSTART:19700101T000000\r\nTZOFFSETFROM:+0000\r\nTZOFFSETTO:+0000')
    const whole = formatCalendar({ name: 'A', zone: 'Europe/Berlin', events: [onDay('2026-12-01')] })
    expect(whole).not.toContain('VTIMEZONE')
  })
})

describe('the calendar of a person', () => {
  test('has a visit at its hour, for as long as it is scheduled, and what has none as a whole day', async () => {
    const { admin } = server.people
    const { id } = await planned({ description: 'Geyser', visittime: '14h30', scheduledminutes: 150 })
    const address = await makeAddress()
    const find = async () => (await fetchEvents(address)).find(({ UID }) => UID?.startsWith(`job-${id}@`))
    const start = 'DTSTART;TZID=Africa/Johannesburg'
    const event = await find()
    expect(event).toMatchObject({ [start]: '20990303T143000', DURATION: 'PT2H30M', DESCRIPTION: '14:30' })
    expect(event).not.toHaveProperty('DTEND;VALUE=DATE')
    const move = async (plan: object) => {
      const before = await find()
      await expectOk(admin.patch(`/api/schedule/${id}`, plan))
      const after = await find()
      expect(after?.UID).toBe(before?.UID as string)
      expect(Number(after?.SEQUENCE)).toBeGreaterThan(Number(before?.SEQUENCE))
      return after
    }
    expect(await move({ visittime: 'between 8 and 10' })).toMatchObject({
      [start]: '20990303T080000',
      DESCRIPTION: 'between 8 and 10',
    })
    expect(await move({ visittime: 'in the morning' })).toMatchObject({
      'DTSTART;VALUE=DATE': '20990303',
      'DTEND;VALUE=DATE': '20990304',
      TRANSP: 'TRANSPARENT',
    })
    // The hour is of its first day: of what goes on for days no end of the visit is known.
    expect(await move({ visittime: '8:00', scheduledend: '2099-03-04' })).toMatchObject({
      'DTEND;VALUE=DATE': '20990305',
      DESCRIPTION: '08:00',
    })
  })

  test('takes a visit without a duration for as long as the items that go out, and else for an hour', async () => {
    const { id } = await planned({ description: 'Geyser', visittime: '8:00' })
    const address = await makeAddress()
    const find = async () => (await fetchEvents(address)).find(({ UID }) => UID?.startsWith(`job-${id}@`))
    const event = await find()
    expect(event?.DURATION).toBe('PT1H')
    await addTimedLine(id, 3)
    const later = await find()
    expect(later?.DURATION).toBe('PT1H30M')
    expect(Number(later?.SEQUENCE)).toBeGreaterThan(Number(event?.SEQUENCE))
  })

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
