import { useEffect, useState } from 'react'
import { quantityText, randText } from '#islands/lib/figures.ts'
import { Modal } from '#islands/lib/modal.tsx'
import { showError } from '#islands/lib/snackbar.ts'
import { bookedTime, perUnit } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { StepLabours } from './step-labours.tsx'
import type { TimeChoice, TimeDecision, TimeGroup, TimePlan } from './time-plan.ts'

type Said = { code: string; message: string }

/** Those of what is said that the choices change. */
const SUMS = ['amount', 'deposit']

export type TimePrompt = {
  title: string
  act: string
  fixedprice: boolean
  plan: TimePlan
  /** Once the time of steps is of these labour items; `warnings` where they are others then. */
  replan?: (steplabour: string) => Promise<Replanned>
  warnings: readonly Said[]
  /** What is to be said once time is chosen so: ids of lines, or of labour items without one, by comma. */
  followSums?: (chosen: { instead: string; beside: string; steplabour: string }) => Promise<readonly Said[]>
  /** Nothing where the person would rather not. */
  answer: (decision: TimeDecision | undefined) => void
}

/** All that has to be said or chosen before lines are charged; what would change the sum is chosen by nobody else. */
export function AskTime({
  title,
  act,
  fixedprice,
  plan,
  replan,
  warnings: atfirst,
  followSums,
  answer,
  onDone,
}: TimePrompt & { onDone: () => void }) {
  const [asked, setAsked] = useState<Asked>(() => openAsked(plan.groups, atfirst))
  const { groups, choices, warnings, steplabour } = asked
  const isChosen = choices.every((choice) => choice !== undefined)
  const sums = useSums(asked, followSums)
  return (
    <Modal
      size="small"
      className="confirm"
      role="alertdialog"
      labelledby="time-title"
      onClosed={() => {
        answer(undefined)
        onDone()
      }}
    >
      <div className="sheet">
        <div className="body">
          <h2 id="time-title">{title}</h2>
          <SaidList said={followSums ? warnings.filter(({ code }) => !SUMS.includes(code)) : warnings} />
          {replan && plan.labour.length > 1 && (
            <StepLabours
              plan={plan}
              onChoose={(chosen) =>
                void replan(chosen).then(
                  (next) => setAsked(openAsked(next.groups, next.warnings ?? atfirst, chosen)),
                  showError,
                )
              }
            />
          )}
          {groups.map((group, at) => (
            <GroupChoices
              key={nameGroup(group)}
              group={group}
              choices={choicesOf(group, fixedprice)}
              chosen={choices[at]}
              onChoose={(choice) => setAsked({ ...asked, choices: choices.with(at, choice) })}
            />
          ))}
          {followSums && (
            <div aria-live="polite">
              {sums ? <SaidList said={sums} /> : <p className="hint">{isChosen ? RECKONING : UNCHOSEN}</p>}
            </div>
          )}
        </div>
        <div className="foot">
          <Button data-close="">Cancel</Button>
          <Button
            look="primary"
            autoFocus={isChosen}
            disabled={!isChosen}
            onClick={({ currentTarget }) => {
              answer({ groups, choices: choices.filter((choice) => choice !== undefined), steplabour })
              currentTarget.closest('dialog')?.close()
            }}
          >
            {act}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

const SaidList = ({ said }: { said: readonly Said[] }) =>
  said.length > 0 && (
    <ul className="warninglist">
      {said.map(({ code, message }) => (
        <li key={`${code} ${message}`}>{message}</li>
      ))}
    </ul>
  )

const UNCHOSEN = 'What the invoice comes to is said here once that is chosen.'
const RECKONING = 'What the invoice comes to is being reckoned.'

type Replanned = Pick<TimePlan, 'groups'> & { warnings?: readonly Said[] }

type Asked = {
  warnings: readonly Said[]
  groups: readonly TimeGroup[]
  choices: readonly (TimeChoice | undefined)[]
  steplabour: string
}

const openAsked = (groups: readonly TimeGroup[], warnings: readonly Said[], steplabour = ''): Asked => ({
  ...{ groups, warnings },
  choices: groups.map(onlyChoice),
  steplabour,
})

/** The sums of the choices as they stand; nothing until they are known. */
function useSums(asked: Asked, followSums: TimePrompt['followSums']) {
  const { groups, choices, steplabour } = asked
  const [sums, setSums] = useState<readonly Said[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked stays as it was
  useEffect(() => {
    setSums(undefined)
    if (!followSums || choices.includes(undefined)) return
    const chosen = (one: TimeChoice) =>
      groups
        .filter((_, at) => choices[at] === one)
        .map(nameGroup)
        .join()
    let isLatest = true
    const show = (said: readonly Said[]) =>
      isLatest && setSums(said.filter(({ code }) => SUMS.includes(code)))
    followSums({ instead: chosen('instead'), beside: chosen('beside'), steplabour }).then(show, (error) => {
      if (isLatest) showError(error)
    })
    return () => {
      isLatest = false
    }
  }, [asked])
  return sums
}

/** One labour item may stand on several lines. */
const nameGroup = ({ material, line }: TimeGroup) => line?.id ?? material?.id ?? ''

/** Where the sum is the same, or there is nothing else to charge. */
const onlyChoice = ({ line, net }: TimeGroup): TimeChoice | undefined =>
  line === null || (!line.decided && net !== undefined && line.net === net) ? 'instead' : undefined

type Choice = { choice: TimeChoice; words: string }

type ChoicesProps = {
  group: TimeGroup
  choices: readonly Choice[]
  chosen: TimeChoice | undefined
  onChoose: (choice: TimeChoice) => void
}

function GroupChoices({ group, choices, chosen, onChoose }: ChoicesProps) {
  return (
    <fieldset className="field radios">
      <legend>{groupWords(group)}</legend>
      {choices.map(({ choice, words }) => (
        <label key={choice}>
          <input
            type="radio"
            name={`time-${nameGroup(group)}`}
            checked={choice === chosen}
            onChange={() => onChoose(choice)}
          />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  )
}

function groupWords({ material, line, unit, rate, ...time }: TimeGroup): string {
  if (material && line?.ofproduct)
    return `${bookedTime(time)}: ${material.name}, in the price of ${line.product || 'what is made'}`
  if (!material) return `${bookedTime(time)} names no labour item`
  const price = rate === undefined ? '' : ` at ${randText(rate)}${perUnit(unit)}`
  return `${bookedTime(time)}: ${material.name}${price}`
}

const sum = (net: number | undefined) => (net === undefined ? '' : `, ${randText(net)}`)

function choicesOf(group: TimeGroup, fixedprice: boolean): Choice[] {
  const { material, line, quantity, unit, net, besidenet } = group
  if (material && line?.ofproduct) return productChoices(group, line, fixedprice)
  const worked = `Charge the ${quantityText(quantity, unit)} worked${sum(net)}`
  if (!material || !line)
    return [
      { choice: 'instead', words: material ? worked : 'Choose its labour item' },
      { choice: 'leave', words: 'Leave it out: it stays in the timesheet, and is not charged' },
    ]
  const other = `${quantityText(line.quantity, line.unit)} ${line.used ? 'used' : 'estimated'}`
  const leave: Choice = {
    choice: 'leave',
    words: `Charge the ${other}${sum(line.net)}; the time is not charged`,
  }
  const both = line.net === undefined || besidenet === undefined ? undefined : line.net + besidenet
  const beside: Choice = { choice: 'beside', words: `Charge both${sum(both)}` }
  if (line.decided) return [beside, leave]
  return [{ choice: 'instead', words: `${worked}, in place of the ${other}` }, leave, beside]
}

/** What goes into a product is paid with it: its time says how much there was. */
function productChoices(
  group: TimeGroup,
  line: NonNullable<TimeGroup['line']>,
  fixedprice: boolean,
): Choice[] {
  const worked = quantityText(group.quantity, group.unit)
  const other = quantityText(line.quantity, line.unit)
  const planned = line.timed
    ? `with the ${other} booked before`
    : `in place of the ${other} ${line.used ? 'used' : 'estimated'}`
  const instead: Choice = { choice: 'instead', words: `Use the ${worked} worked, ${planned}` }
  const beside: Choice = {
    choice: 'beside',
    words: `Charge the client for them beside what is made${sum(group.besidenet)}`,
  }
  return fixedprice ? [instead] : [instead, beside]
}
