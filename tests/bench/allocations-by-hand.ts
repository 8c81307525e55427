import { escapeHTML } from 'bun'
import { openFile, prepared } from '#db/sqlite.ts'
import type { AllocatedJob } from '#islands/allocations/props.ts'
import type { ShownStep } from '#server/domains/work/jobsteps/present.ts'

type Flat = Record<string, string | number | null>

const JOBS = `
  SELECT j.id, j.reference, j.boardid, j.description, j.status, j.critical, j.created, j.start, j.finish,
    j.scheduledminutes, j.client, c.name AS clientname
  FROM jobs j INDEXED BY jobs_approved LEFT JOIN clients c ON c.id = j.client
  WHERE j.template = 0 AND j.approvedutc IS NOT NULL AND j.status BETWEEN 1 AND 3 AND j.boardid = ?
    AND EXISTS (SELECT 1 FROM job_steps s WHERE s.jobid = j.id AND s.completed = 0 AND s.skipped = 0 AND s.archived = 0)
  ORDER BY j.finish, j.id`
const STEPS = `
  SELECT s.id, s.jobid, s.version, s.iteration, s.reason, s.completed, s.skipped, s.skipreason, s.stepid, s.name,
    s.instruction, s.archived OR coalesce(k.archived, 0) AS archived, s.workerid, w.name AS workername, s.quantity
  FROM job_steps s LEFT JOIN steps k ON k.id = s.stepid LEFT JOIN workers w ON w.id = s.workerid
  WHERE s.jobid IN (SELECT value FROM json_each(?)) ORDER BY s.jobid, s.iteration DESC, s."order"`
const TIMES = `
  SELECT t.id, t.jobstepid, t.workerid, w.name AS workername, t.startutc, t.endutc, t.seconds
  FROM time_entries t JOIN workers w ON w.id = t.workerid
  WHERE t.jobid IN (SELECT value FROM json_each(?)) AND t.archived = 0`
const CATEGORIES = `
  SELECT jc.jobid, k.id, k.name, k.colour FROM job_categories jc JOIN categories k ON k.id = jc.categoryid
  WHERE jc.jobid IN (SELECT value FROM json_each(?)) ORDER BY k.name`
const WORKERS = 'SELECT id, name FROM workers WHERE archived = 0 ORDER BY name'

const DRAWN = 6

/** The page by hand: five prepared statements and template strings, around the frame of a real page. */
export function allocationsByHand(path: string, boardid: string, page: string): () => Response {
  const { db } = openFile(path)
  const jobs = prepared<Flat>(db, JOBS)
  const [steps, times, tags] = [STEPS, TIMES, CATEGORIES].map((sql) => prepared<Flat>(db, sql))
  const workers = prepared<{ id: string; name: string }>(db, WORKERS)
  const [head, afterJson] = around(page, '"jobs":[', '],"asked"')
  const [middle, afterJobs] = around(afterJson, 'data-rows="">', '<li class="unloaded">')
  const [foot, end] = around(afterJobs, 'Load</h2><ul>', '</ul><p class="hint">')
  return () => {
    const rows = jobs.all([boardid])
    const ids = JSON.stringify(rows.map(({ id }) => id))
    const found = joined(rows, { steps: steps?.all([ids]), times: times?.all([ids]), tags: tags?.all([ids]) })
    const people = workers.all([])
    const json = JSON.stringify(found).slice(1, -1).replaceAll('<', '\\u003c')
    let html = head + json + middle
    for (const one of found.slice(0, DRAWN)) html += jobItem(one, people)
    html += foot + loads(found, people) + end
    return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }
}

function around(text: string, from: string, to: string): [string, string] {
  const start = text.indexOf(from) + from.length
  return [text.slice(0, start), text.slice(text.indexOf(to, start))]
}

type Beside = Record<'steps' | 'times' | 'tags', Flat[] | undefined>

function joined(rows: Flat[], { steps = [], times = [], tags = [] }: Beside): AllocatedJob[] {
  const own = Map.groupBy(steps, ({ jobid }) => jobid)
  const timed = Map.groupBy(times, ({ jobstepid }) => jobstepid)
  const tagged = Map.groupBy(tags, ({ jobid }) => jobid)
  return rows.map(({ client, clientname, ...row }) => ({
    job: {
      ...row,
      critical: row.critical === 1,
      client: client && { id: client, name: clientname },
      categories: (tagged.get(row.id as string) ?? []).map(({ id, name, colour }) => ({ id, name, colour })),
    },
    steps: (own.get(row.id as string) ?? []).map((step) => shown(step, timed.get(step.id as string) ?? [])),
  })) as unknown as AllocatedJob[]
}

const shown = (row: Flat, times: Flat[]): ShownStep =>
  ({
    ...{ id: row.id, version: row.version, iteration: row.iteration, reason: row.reason },
    ...{ completed: row.completed === 1, skipped: row.skipped === 1, skipreason: row.skipreason },
    step: { id: row.stepid, name: row.name, instruction: row.instruction, archived: row.archived === 1 },
    worker: row.workerid && { id: row.workerid, name: row.workername },
    mine: false,
    quantity: row.quantity,
    running: times
      .filter(({ endutc }) => endutc === null)
      .map(({ id, workerid, workername, startutc }) => ({
        ...{ id, mine: false, worker: { id: workerid, name: workername }, startutc, overlong: false },
      })),
    minutes: Math.floor(times.reduce((sum, { seconds }) => sum + Number(seconds), 0) / 60),
  }) as unknown as ShownStep

type Person = { id: string; name: string }

const svg = (inside: string, more = 'aria-hidden="true"', look = 'icon') =>
  `<svg class="${look}" viewBox="0 0 24 24" ${more}>${inside}</svg>`
const CIRCLE = '<circle cx="12" cy="12" r="10"/>'
const DONE = `${CIRCLE}<path d="m16 9-5.5 5.5L8 12"/>`
const CLOCK = `${CIRCLE}<path d="M12 6v6l4 2"/>`
const PLAY = '<path d="M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z"/>'
const DOTS = '<circle cx="12" cy="12" r="1"/><circle cx="12" cy="5" r="1"/><circle cx="12" cy="19" r="1"/>'
const EYE =
  '<path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0"/><circle cx="12" cy="12" r="3"/>'
const BOXES =
  '<path d="M2.97 12.92A2 2 0 0 0 2 14.63v3.24a2 2 0 0 0 .97 1.71l3 1.8a2 2 0 0 0 2.06 0L12 19v-5.5l-5-3-4.03 2.42Z"/><path d="m7 16.5-4.74-2.85"/><path d="m7 16.5 5-3"/><path d="M7 16.5v5.17"/><path d="M12 13.5V19l3.97 2.38a2 2 0 0 0 2.06 0l3-1.8a2 2 0 0 0 .97-1.71v-3.24a2 2 0 0 0-.97-1.71L17 10.5l-5 3Z"/><path d="m17 16.5-5-3"/><path d="m17 16.5 4.74-2.85"/><path d="M17 16.5v5.17"/><path d="M7.97 4.42A2 2 0 0 0 7 6.13v4.37l5 3 5-3V6.13a2 2 0 0 0-.97-1.71l-3-1.8a2 2 0 0 0-2.06 0l-3 1.8Z"/><path d="M12 8 7.26 5.15"/><path d="m12 8 4.74-2.85"/><path d="M12 13.5V8"/>'
const AGAIN =
  '<path d="M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8"/><path d="M21 3v5h-5"/><path d="M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16"/><path d="M8 16H3v5"/>'

const isDone = ({ completed, skipped }: ShownStep) => completed || skipped
const currentStep = ({ steps }: AllocatedJob) => {
  const open = steps.filter((step) => !isDone(step))
  return open.find(({ running }) => running.length > 0) ?? open[0]
}

function jobItem(one: AllocatedJob, people: readonly Person[]): string {
  const { id, reference, description, client, finish, categories } = one.job
  const ref = escapeHTML(reference)
  const href = `?open=${encodeURIComponent(reference.toLowerCase())}`
  const [category] = categories
  const current = currentStep(one)
  return `<li class="allocated" data-job="${id}" tabindex="-1" aria-label="${ref} ${escapeHTML(description)}"><header><div><p class="name"><a href="${href}">${ref}</a><span class="description">${escapeHTML(description)}</span></p><p class="facts"><span class="chip"><span class="dot" style="--dot:${category?.colour}" aria-hidden="true"></span>${escapeHTML(category?.name ?? '')}</span><span>${escapeHTML(client?.name ?? '')}</span><time class="due" dateTime="${finish}" title="Due ${finish}">Due ${finish}</time><span class="number">${one.steps.filter(isDone).length}<!-- --> of <!-- -->${one.steps.length}<!-- --> steps done</span></p></div><div class="do"><span class="outputs"><button type="button" class="button quiet small" popoverTarget="o${id.slice(-6)}" popoverTargetAction="show" aria-label="Output of ${ref}">${svg(BOXES)}<span>Output</span></button><div id="o${id.slice(-6)}" class="menu" popover="auto"><div class="skeleton" role="status"><span class="unseen">Loading</span><span></span><span></span></div></div></span><a class="button small" href="${href}" aria-label="View ${ref}">${svg(EYE)}<span>View</span></a></div></header><section aria-label="Iteration 1"><ol class="stepper">${one.steps.map((step) => stepHead(step, step === current)).join('')}</ol>${current ? panel(current, people) : ''}</section><button type="button" class="button quiet small nextiteration">${svg(AGAIN)}<span>Next iteration</span></button></li>`
}

function stepHead(step: ShownStep, isCurrent: boolean): string {
  const runs = step.running.length > 0
  const look = step.completed ? ' completed' : runs ? ' running' : ''
  const state = step.completed ? 'Completed' : escapeHTML(step.worker?.name ?? 'Nobody yet')
  return `<li><button type="button" class="stephead${look}"${isCurrent ? ' aria-current="step"' : ''} aria-pressed="${isCurrent}">${svg(step.completed ? DONE : runs ? PLAY : CLOCK)}<span class="name">${escapeHTML(step.step.name)}</span><span class="state">${state}</span></button></li>`
}

function panel({ id, step, worker, running }: ShownStep, people: readonly Person[]): string {
  const name = escapeHTML(step.name)
  const [timer] = running
  const button = (word: string, icon: string, look = '') =>
    `<button type="button" class="button ${look}small" aria-label="${word} ${name}">${svg(icon)}<span>${word}</span></button>`
  const item = (word: string) =>
    `<button type="button" role="menuitem" tabindex="-1" class="item">${svg('<path d="M5 12h14"/>')}<span>${word}</span></button>`
  const options = people
    .map(
      (one) =>
        `<option value="${one.id}"${one.id === worker?.id ? ' selected=""' : ''}>${escapeHTML(one.name)}</option>`,
    )
    .join('')
  return `<ul class="jobsteps"><li class="" aria-busy="false"><div class="what">${svg(timer ? PLAY : CLOCK, `role="img" aria-label="${timer ? 'Running' : 'Open'}"`)}<div><p class="name">${name}</p><p class="instruction">${escapeHTML(step.instruction)}</p><p class="facts">${timer ? `<span class="chip info">${svg(PLAY, 'aria-hidden="true"', 'icon small')}${escapeHTML(timer.worker.name)}<!-- --> <!-- -->0 h 00</span>` : ''}</p></div></div><div class="actions"><select aria-label="Worker of ${name}"><option value="">Nobody yet</option>${options}</select>${timer ? button('Pause', PLAY) + button('Finish', DONE, 'primary ') : button('Start', PLAY)}<button type="button" class="button quiet square" popoverTarget="m${id.slice(-6)}" aria-haspopup="menu" aria-label="More for ${name}" title="More for ${name}">${svg(DOTS)}</button><div id="m${id.slice(-6)}" class="menu" role="menu" aria-label="More for ${name}" popover="auto">${timer ? '' : item('Finish')}${item('Skip')}</div></div></li></ul>`
}

function loads(found: readonly AllocatedJob[], people: readonly Person[]): string {
  const nobody = { id: '', name: 'Nobody yet' }
  const load = new Map(
    [nobody, ...people].map(({ id, name }) => [id, { name, steps: 0, minutes: 0, running: [] as string[] }]),
  )
  for (const { job, steps } of found)
    for (const step of steps) {
      for (const { worker } of step.running)
        (load.get(worker.id) ?? load.get(''))!.running.push(`${step.step.name}, ${job.reference}`)
      if (isDone(step)) continue
      const own = load.get(step.worker?.id ?? '')!
      own.steps++
      own.minutes += (job.scheduledminutes ?? 0) / steps.length
    }
  const most = Math.max(...[...load.values()].map(({ minutes }) => minutes))
  return [...load.values()]
    .map(
      ({ name, steps, minutes, running }) =>
        `<li><button type="button" aria-pressed="false"><span class="name">${escapeHTML(name)}</span><span class="number">${steps} steps, ${Math.floor(minutes / 60)} h 00</span>${running.map((what) => `<span class="runs">${svg(PLAY, 'role="img" aria-label="Working now on"', 'icon small')} ${escapeHTML(what)}</span>`).join('')}<meter value="${minutes}" max="${most}" aria-hidden="true"></meter></button></li>`,
    )
    .join('')
}
