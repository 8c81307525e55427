import { escapeHTML, randomUUIDv7 } from 'bun'
import { boards, jobs, workers } from '#db/schema/tenant/index.ts'
import { openFile, prepared } from '#db/sqlite.ts'
import { daysBetween } from '#server/dates.ts'
import { closePage, openPage } from '#tests/support/browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { inProcess, mediansInTurns } from './jobs.ts'
import { median } from './load.ts'
import { figureAlone, type Row, row } from './table.ts'

const PEOPLE = 40
const BARS = 1_000
const MONTH = '2027-03-01'
const PATH = `/jobs/plan/scheduler?range=month&date=${MONTH}`

/** A month of the scheduler with a thousand bars: its page against template strings, and its first answer to a key. */
export async function benchSchedule(): Promise<Row[]> {
  const server = await startTestServer()
  try {
    await fill(server)
    const handle = inProcess(server, PATH)
    const html = await (await handle()).text()
    const byHand = scheduleByHand(server.services.tenants.path(server.accountid), html)
    const shorter = (await byHand().text()).length / html.length
    if (shorter < 0.9 || shorter > 1.1) throw new Error(`The page by hand is ${shorter} of the page's length`)
    const [ours, reference] = await mediansInTurns(handle, byHand, async () => undefined)
    const what = 'scheduler page of a month, 1 000 bars'
    return [
      row({ what, ours, reference, unit: 'ms', reach: 'at most 1.5' }),
      figureAlone(
        `${what}: first key to its picture, CPU at a quarter`,
        await firstKey(server),
        'at most 100 ms',
      ),
    ]
  } finally {
    await server.stop()
  }
}

const day = (n: number) => `2027-03-${String(1 + (n % 28)).padStart(2, '0')}`

const fill = (server: TestServer) =>
  server.services.tenants.write(server.accountid, { userid: null, name: 'Bench' }, (tx) => {
    const instants = { created: tx.now, createdutc: tx.now, updatedutc: tx.now }
    const boardid = randomUUIDv7()
    tx.db
      .insert(boards)
      .values({ id: boardid, name: 'Plan', slug: 'plan', ...instants })
      .run()
    const people = Array.from({ length: PEOPLE }, (_, n) => ({
      id: randomUUIDv7(),
      name: `Person ${n}`,
      ...instants,
    }))
    tx.db.insert(workers).values(people).run()
    for (let n = 0; n < BARS; n++)
      tx.db
        .insert(jobs)
        .values({
          ...{
            id: randomUUIDv7(),
            boardid,
            reference: `PLAN${n}`,
            description: `Gate number ${n}`,
            status: 2,
          },
          ...{
            assignee: people[n % PEOPLE]?.id,
            start: day((n % PEOPLE) + Math.floor(n / PEOPLE)),
            scheduledminutes: 120,
            ...instants,
          },
        })
        .run()
    tx.invalidateCaches()
  })

const ROWS = `
  SELECT j.id, j.editedversion AS version, j.reference, j.description, j.assignee, j.start,
    coalesce(j.scheduledend, j.start) AS end, j.scheduledminutes AS minutes, c.name AS client,
    (SELECT k.colour FROM job_categories jk JOIN categories k ON k.id = jk.categoryid WHERE jk.jobid = j.id LIMIT 1) AS colour
  FROM jobs j LEFT JOIN clients c ON c.id = j.client
  WHERE j.template = 0 AND j.start IS NOT NULL AND j.boardid = (SELECT id FROM boards WHERE slug = 'plan')
    AND coalesce(j.scheduledend, j.start) >= ? AND j.start <= ? ORDER BY j.start, j.id`

type Bar = Record<'id' | 'reference' | 'description' | 'assignee' | 'start' | 'end', string> & {
  version: number
  minutes: number
  client: string | null
  colour: string | null
}

/**
 * One prepared statement and template strings around the frame of the real page, with its people, loads, lanes and
 * bars; what conflicts is taken from that page as it is.
 */
function scheduleByHand(path: string, page: string): () => Response {
  const { db } = openFile(path)
  const rows = prepared<Bar>(db, ROWS)
  const people = [...page.matchAll(/<section class="([^"]+)" data-person="([^"]+)" data-name="([^"]+)"/g)]
  const start = page.indexOf('<div class="rows">') + 18
  const [head, tail] = [page.slice(0, start), page.slice(page.lastIndexOf('</section>') + 10)]
  const days = [...page.matchAll(/data-day="([^"]+)"/g)].map(([, date]) => date as string)
  const offs = new Set(
    [...page.matchAll(/<li class="head off[^"]*" data-day="([^"]+)"/g)].map(([, date]) => date as string),
  )
  const warning = /<span class="unseen">(Warning[^<]*)</.exec(page)?.[1] ?? ''
  const icon = /<svg.*?<\/svg>/.exec(page.slice(page.indexOf('class="bar warns"')))?.[0] ?? ''
  return () => {
    const byPerson = Map.groupBy(
      rows.all([days[0] as string, days.at(-1) as string]),
      ({ assignee }) => assignee,
    )
    let html = head
    for (const [, state, id, name] of people)
      html += person(state as string, id as string, name as string, byPerson.get(id as string) ?? [])
    return new Response(html + tail, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }

  function person(state: string, id: string, name: string, bars: Bar[]): string {
    const loads = new Map<string, number>()
    const lanes: string[] = []
    let drawn = ''
    for (const bar of bars) {
      loads.set(bar.start, (loads.get(bar.start) ?? 0) + bar.minutes)
      const free = lanes.findIndex((end) => end < bar.start)
      const lane = free === -1 ? lanes.length : free
      lanes[lane] = bar.end
      drawn += barByHand(bar, lane)
    }
    let hours = ''
    let [planned, capacity] = [0, 0]
    for (const date of days) {
      const minutes = loads.get(date) ?? 0
      const off = offs.has(date)
      planned += minutes
      if (!off) capacity += 480
      hours += `<li class="hours${off ? ' off' : ''}" title="${date}, ${minutes} planned">${minutes ? minutes / 60 : ''}</li>`
    }
    return `<section class="${state}" data-person="${id}" data-name="${name}" aria-label="${name}"><h3><span>${name}</span><small>${planned / 60} h 00 of ${capacity / 60} h 00</small></h3><ol class="dayhours" aria-label="Hours planned">${hours}</ol><ul class="bars" style="--lanes:${lanes.length}">${drawn}</ul></section>`
  }

  function barByHand(bar: Bar, lane: number): string {
    const what = escapeHTML([bar.description, bar.client].filter(Boolean).join(', '))
    const when = `${bar.start}, ${bar.minutes / 60} h 00`
    const [at, length] = [daysBetween(days[0] as string, bar.start), daysBetween(bar.start, bar.end) + 1]
    const warns = offs.has(bar.start)
    return `<li class="bar${warns ? ' warns' : ''}" style="--colour:${bar.colour ?? '#878787'};--at:${at};--length:${length};--lane:${lane}"><a id="bar-${bar.id}" href="/schedule/${bar.id}" title="${escapeHTML(bar.reference)} ${what}\n${when}" data-bar="${bar.id}" data-version="${bar.version}" data-start="${bar.start}" data-end="${bar.end}" data-person="${bar.assignee}" data-movable="">${warns ? icon : ''}<b>${escapeHTML(bar.reference)}</b><span class="what">${what}</span><span class="when">${when}</span>${warns ? `<span class="unseen">${warning}</span>` : ''}</a><i class="grip" aria-hidden="true"></i></li>`
  }
}

/** From the press of an arrow on a bar to the frame after its picture moved; the median of three. */
async function firstKey(server: TestServer): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 3; n++) {
    const page = await openPage({ base: server.url, cookies: server.people.admin.cookie, isolated: true })
    try {
      const cdp = await page.context().newCDPSession(page)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await page.goto(PATH)
      await page.locator('[data-island=scheduler][data-ready]').waitFor({ state: 'attached' })
      times.push(
        await page.evaluate(async () => {
          const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
          const bar = document.querySelector<HTMLElement>('.person .bar a')
          bar?.focus()
          await frame()
          await frame()
          const start = performance.now()
          bar?.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }),
          )
          if (!document.querySelector('.bar.ghost')) throw new Error('Nothing moved')
          await frame()
          return performance.now() - start
        }),
      )
    } finally {
      await closePage(page)
    }
  }
  return median(times)
}
