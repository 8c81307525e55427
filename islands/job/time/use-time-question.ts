import { useState } from 'react'
import type { BoardRights } from '#islands/board/props.ts'
import { call, fetchData } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobDetail, MaterialLine } from '#server/domains/work/jobs/types.ts'
import { withQuery } from '#views/ui/links.ts'
import type { TimePrompt } from './ask-time.tsx'
import { describeMaking } from './describe-making.ts'
import type { SettledTime, TimeChoice, TimeDecision, TimeGroup, TimePlan } from './time-plan.ts'

type Said = TimePrompt['warnings'][number]
type Plan = Omit<TimePlan, 'groups'> & { lines: readonly TimeGroup[] }

const NO_TIME: TimePlan = { groups: [], steps: [], labour: [] }

/** Before lines are used as estimated: time that was worked stands in place of its estimate, beside it, or is left out in words. */
export function useTimeQuestion(
  { id, reference, fixedprice }: JobDetail,
  can: BoardRights,
  onNothing: () => void,
  reload: () => void,
) {
  const [question, setQuestion] = useState<TimePrompt>()
  const mayBill = can.materials && can.consume

  const ask = (prompt: Omit<TimePrompt, 'answer' | 'fixedprice'>) =>
    new Promise<TimeDecision | undefined>((answer) => setQuestion({ ...prompt, fixedprice, answer }))

  async function readPlan(steplabour = ''): Promise<TimePlan> {
    if (!mayBill) return NO_TIME
    const query = steplabour ? { steplabour } : {}
    const { lines, ...plan } = await fetchData<Plan>(withQuery(`/api/jobs/${id}/timesheet/bill`, query))
    return { ...plan, groups: lines }
  }

  /** All that the way to the invoice would ask, at once and before anything is written. */
  async function askAtOnce(): Promise<TimeDecision | undefined> {
    try {
      const url = `/api/jobs/${id}/atonce`
      const said = await fetchData<Said[]>(url)
      const plan = await readPlan()
      const { groups } = plan
      const nothing = said.find(({ code }) => code === 'nothing')
      if (nothing && groups.length === 0) {
        showSnackbar({ level: 'warning', message: nothing.message })
        onNothing()
        return
      }
      const warnings = said.filter((one) => one !== nothing)
      if (groups.length === 0 && warnings.every(({ code }) => code === 'amount'))
        return { ...NO_TIME, choices: [] }
      const followSums = (choices: Readonly<Record<'instead' | 'beside' | 'steplabour', string>>) =>
        fetchData<Said[]>(withQuery(url, choices))
      const [title, act] = [`Invoice ${reference} at once?`, 'Invoice it']
      return await ask({
        title,
        act,
        plan,
        replan: readPlan,
        warnings,
        followSums: groups.length > 0 ? followSums : undefined,
      })
    } catch (error) {
      showError(error)
    }
  }

  /** The lines that are still to be used; nothing where the person would rather not. */
  async function settleTime(
    lines: readonly MaterialLine[],
    decided?: TimeDecision,
  ): Promise<SettledTime | undefined> {
    const answered = decided ?? (await askFor(lines))
    if (!answered) return
    if (answered.groups.some(({ material }, at) => !material && answered.choices[at] !== 'leave')) {
      await window.joblane.dialog(`/timesheets/bill/${id}`)
      return
    }
    const settled: string[] = []
    const undos: string[] = []
    for (const choice of ['leave', 'instead', 'beside'] as const) {
      const done = await settle(answered, choice)
      if (!done) continue
      settled.push(...done.lines)
      undos.unshift(done.undo)
    }
    const rest = lines.filter((line) => !settled.includes(line.id))
    if (undos.length > 0 && rest.length === 0) {
      const charged = settled.length > 0
      const message = charged ? 'The time that was worked is charged' : 'The time that was worked is left out'
      showSnackbar({ level: 'success', message, undo: { act: () => void takeBack(undos) } })
    }
    if (undos.length === 0) return { lines }
    return { lines: rest, takeBack: rest.length > 0 ? () => takeBack(undos) : undefined }
  }

  async function askFor(lines: readonly MaterialLine[]): Promise<TimeDecision | undefined> {
    const all = await readPlan()
    const [only] = lines
    // One line is about its own item alone.
    const ofLines = (groups: readonly TimeGroup[]) =>
      lines.length === 1 ? groups.filter(({ line }) => line?.id === only?.id) : groups
    const groups = ofLines(all.groups)
    const items = groups.map(({ material }) => material?.id)
    const steps =
      lines.length === 1
        ? all.steps.filter(({ inventoryid }) => items.includes(inventoryid ?? ''))
        : all.steps
    const plan = { ...all, groups, steps }
    const describe = (of: readonly TimeGroup[]) =>
      describeMaking(lines, can.money ? of.flatMap(({ line }) => line?.id ?? []) : [])
    const replan = async (steplabour: string) => {
      const chosen = ofLines((await readPlan(steplabour)).groups)
      return { groups: chosen, warnings: describe(chosen) }
    }
    const warnings = describe(groups)
    if (!can.money) return takeProductTime(groups, warnings)
    if (groups.length + warnings.length === 0) return { ...NO_TIME, choices: [] }
    if (groups.length === 0)
      return ask({ title: 'Use as estimated?', act: 'Make and use', plan: NO_TIME, warnings })
    const [title, act] = groups.every(({ line }) => line?.ofproduct)
      ? ['Use the time that was worked?', 'Use as chosen']
      : ['Charge the time that was worked?', 'Charge as chosen']
    return ask({ title, act, plan, replan, warnings })
  }

  /** What is charged is left to the draft of the invoice, which asks who sees prices. */
  async function takeProductTime(
    all: readonly TimeGroup[],
    warnings: TimePrompt['warnings'],
  ): Promise<TimeDecision | undefined> {
    const groups = all.filter(({ line }) => line?.ofproduct)
    const decided = { ...NO_TIME, groups, choices: groups.map(() => 'instead' as const) }
    if (warnings.length === 0) return decided
    const prompt = { title: 'Use as estimated?', act: 'Make and use', plan: NO_TIME, warnings }
    return (await ask(prompt)) && decided
  }

  /** The last first. */
  async function takeBack(undos: readonly string[]) {
    try {
      for (const undo of undos) await call('POST', `/api/jobs/${id}/timesheet/bill/${undo}/undo`, {})
    } catch (error) {
      showError(error)
    }
    reload()
  }

  /** Gives the lines that are used by it, and what takes it back. */
  async function settle({ groups, choices, steplabour }: TimeDecision, choice: TimeChoice) {
    const chosen = groups.filter((_, at) => choices[at] === choice)
    const entryids = [...new Set(chosen.flatMap((group) => group.entryids))]
    if (entryids.length === 0) return
    const { data } = await call<{ lines: string[]; undo: string }>('POST', `/api/jobs/${id}/timesheet/bill`, {
      entryids,
      lineids: chosen.flatMap(({ line }) => line?.id ?? []),
      steplabour: steplabour || undefined,
      leaveout: choice === 'leave',
      beside: choice === 'beside',
    })
    return data
  }

  return { question, askAtOnce, settleTime, closeQuestion: () => setQuestion(undefined) }
}
