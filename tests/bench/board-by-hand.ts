import { escapeHTML } from 'bun'
import { openFile, prepared } from '#db/sqlite.ts'
import { LANE_PAGE } from '#server/domains/work/jobs/board-lanes.ts'
import type { JobCard } from '#server/domains/work/jobs/types.ts'

type Flat = Record<string, string | number | null>
type Tag = { jobid: string; id: string; name: string; colour: string }

const ROWS = `
  SELECT j.id, j.version, j.seq, j.reference, j.description, j.boardid, j.status, j.critical, j.paid, j.fixedprice,
    j.validuntil, j.client,
    c.name AS clientname, j.location, l.name AS locationname, j.assignee, w.name AS assigneename, j.created, j.start,
    j.finish, j.completed
  FROM jobs j LEFT JOIN clients c ON c.id = j.client LEFT JOIN locations l ON l.id = j.location
  LEFT JOIN workers w ON w.id = j.assignee
  WHERE j.boardid = ? AND j.template = 0 AND j.status BETWEEN 1 AND 4 ORDER BY j.id LIMIT ?`

/** A bare list: one prepared statement and `JSON.stringify`. */
export function listByHand(path: string, boardid: string) {
  const { db } = openFile(path)
  const rows = prepared<Flat>(db, ROWS)
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () =>
      new Response(JSON.stringify({ data: rows.all([boardid, 200]) }), {
        headers: { 'content-type': 'application/json; charset=utf-8' },
      }),
  })
}

const LANE = ROWS.replace('j.status BETWEEN 1 AND 4', 'j.status = ?')

const TAGS = `
  SELECT jc.jobid, k.id, k.name, k.colour FROM jobs j JOIN job_categories jc ON jc.jobid = j.id
  JOIN categories k ON k.id = jc.categoryid
  WHERE j.id IN (SELECT value FROM json_each(?))`
const SUMS = `
  SELECT j.id AS jobid, sum(m.estimated * m.linerate / 100000000) AS quoted, sum(m.consumed * m.linerate / 100000000) AS actual,
    (SELECT count(*) FROM notes n WHERE n.jobid = j.id) AS notes
  FROM jobs j JOIN materials m ON m.jobid = j.id AND m.archived = 0
  WHERE j.id IN (SELECT value FROM json_each(?)) GROUP BY j.id`

/**
 * The board page by hand: three prepared statements and template strings, around the frame of a real page. The markup
 * of a card is taken from that page, so that it is the same.
 */
export function boardByHand(path: string, boardid: string, page: string): () => Response {
  const { db } = openFile(path)
  const [rows, tags, sums] = [prepared<Flat>(db, LANE), prepared<Tag>(db, TAGS), prepared<Flat>(db, SUMS)]
  const [beforeJson, afterJson] = around(page, '"cards":[', '],"figures"')
  const lanes = afterJson.split(/<ul class="slots">.*?<\/ul>/)
  // The rest of a lane is drawn by the browser, from the cards beside.
  const drawn = (page.split('<li class="slot"').length - 1) / (lanes.length - 1)
  return () => {
    const first = [1, 2, 3, 4].flatMap((status) => rows.all([boardid, status, LANE_PAGE]))
    const ids = JSON.stringify(first.map(({ id }) => id))
    const cards = joined(first, tags.all([ids]), sums.all([ids]))
    let html = beforeJson + JSON.stringify(cards).slice(1, -1).replaceAll('<', '\\u003c')
    lanes.forEach((part, i) => {
      html += part
      if (i === lanes.length - 1) return
      html += '<ul class="slots">'
      for (const card of cards.filter(({ status }) => status === i + 1).slice(0, drawn)) html += slot(card)
      html += '</ul>'
    })
    return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }
}

function around(text: string, from: string, to: string): [string, string] {
  const start = text.indexOf(from) + from.length
  return [text.slice(0, start), text.slice(text.indexOf(to, start))]
}

function joined(rows: Flat[], tags: Tag[], sums: Flat[]): JobCard[] {
  const tagged = Map.groupBy(tags, ({ jobid }) => jobid)
  const summed = new Map(sums.map((sum) => [sum.jobid, sum]))
  return rows.map((row) => {
    const sum = summed.get(row.id as string)
    const { clientname, locationname, ...rest } = row
    return {
      ...rest,
      stage: STAGES[Number(row.status) - 1],
      nextstep: 'send',
      critical: row.critical === 1,
      paid: row.paid === 1,
      fixedprice: row.fixedprice === 1,
      client: { id: row.client, name: clientname },
      location: { id: row.location, name: locationname },
      assignee: { id: row.assignee, name: row.assigneename },
      categories: (tagged.get(row.id as string) ?? []).map(({ id, name, colour }) => ({ id, name, colour })),
      warnings: 0,
      notes: sum?.notes,
      quoted: Number(sum?.quoted) / 100,
      actual: Number(sum?.actual) / 100,
    } as unknown as JobCard
  })
}

const cut = (text: string) => (text.length > 30 ? `${text.slice(0, 29).trimEnd()}…` : text)
const STAGES = ['asked', 'quoted', 'working', 'complete']
const initials = (name: string) =>
  name
    .split(' ')
    .map((word) => word[0])
    .slice(0, 2)
    .join('')
const dot = ({ name, colour }: { name: string; colour: string }) =>
  `<span class="dot" style="--dot:${colour}" role="img" aria-label="${escapeHTML(name)}" title="${escapeHTML(name)}"></span>`
const NOTE =
  'M22 17a2 2 0 0 1-2 2H6.828a2 2 0 0 0-1.414.586l-2.202 2.202A.71.71 0 0 1 2 21.286V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2z'

const slot = (card: JobCard) =>
  `<li class="slot"><a class="card${card.critical ? ' critical' : ''}" href="?open=${encodeURIComponent(card.reference.toLowerCase())}" data-card="${card.id}"><span class="top"><span class="reference">${escapeHTML(card.reference)}</span><span class="stage">${card.stage}</span>${card.critical ? '<span class="flag">Critical</span>' : ''}<span class="dots">${card.categories.map(dot).join('')}</span></span><span class="title" title="${escapeHTML(card.description)}">${escapeHTML(cut(card.description))}</span><span class="client">${escapeHTML(card.client?.name ?? '')}</span><span class="foot"><time class="due" dateTime="${card.finish}" title="Due ${card.finish}">${card.finish?.slice(5)}</time><span class="count note" title="${card.notes} note"><svg class="icon small" viewBox="0 0 24 24" aria-hidden="true"><path d="${NOTE}"/></svg><span aria-hidden="true">${card.notes}</span><span class="unseen">${card.notes} note</span></span><span class="money figure">R ${card.quoted}</span><span class="avatar small" style="--hue:240" role="img" aria-label="${escapeHTML(card.assigneename)}" title="${escapeHTML(card.assigneename)}">${initials(card.assigneename)}</span></span></a></li>`
