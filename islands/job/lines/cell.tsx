import {
  type ChangeEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  clockText,
  decimalText,
  exactRateText,
  parseDecimal,
  rateText,
  scaled,
} from '#islands/lib/figures.ts'
import { type SaveError, savedElsewhere } from '#islands/lib/save-queue.ts'
import { Button } from '#views/ui/button.tsx'
import { classes } from '#views/ui/classes.ts'
import { askDoubtedPrice } from '#views/ui/doubted-price.ts'
import { parseClockMinutes } from '#views/ui/parse-minutes.ts'

/** What of a cell could not be saved, and how that is tried again; one that `isAsked` waits for whoever typed it. */
export type CellFault = { label: string; problem: string; again: () => Promise<unknown>; isAsked: boolean }

type CellProps<T> = {
  label: string
  value: T
  /** It stands as saves from here left it. */
  own?: boolean
  disabled?: boolean
  onSave: (value: T) => Promise<SaveError>
  onFailed: (fault: CellFault | undefined) => void
}

type InputCellProps<T> = CellProps<T> & {
  className?: string
  numeric?: boolean
  show: (value: T) => string
  /** To the last decimal, while the cell has the focus. */
  exact?: (value: T) => string
  parse: (text: string) => T | undefined
  /** Of what may mean two things, which is meant. */
  doubt?: (text: string) => string | undefined
  column: string
  /** Words as long as a sentence: they wrap. */
  wraps?: boolean
}

/** One value of a line: shows what was typed until it is saved, and keeps it with the reason when it is not. */
function InputCell<T>(props: InputCellProps<T>) {
  const { label, value, disabled, className, numeric, show, exact = show, column, wraps } = props
  const [focused, setFocused] = useState(false)
  const { typed, error, saving, isAsked, setTyped, commit, takeBack } = useCellValue(props)
  const id = useId()
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const Field = wraps ? 'textarea' : 'input'

  // Once the exact figure stands there.
  useLayoutEffect(() => {
    if (focused && numeric) input.current?.select()
  }, [focused, numeric])

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key === 'Escape' && typed !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      takeBack()
    }
    if (event.key !== 'Enter') return
    void commit(isAsked)
    if (event.ctrlKey || event.metaKey) return
    event.preventDefault()
    cellBelow(event.currentTarget)?.focus()
  }

  return (
    <span className={classes('cell', className, error && 'wrong')} data-label={label}>
      <Field
        ref={input}
        {...(wraps && { rows: 1 })}
        className={numeric ? 'number' : undefined}
        inputMode={numeric ? 'decimal' : undefined}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-busy={saving || undefined}
        data-column={column}
        autoComplete="off"
        disabled={disabled}
        value={typed ?? (focused ? exact : show)(value)}
        onFocus={() => setFocused(true)}
        onChange={({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setTyped(target.value)}
        onBlur={() => {
          setFocused(false)
          void commit()
        }}
        onKeyDown={onKeyDown}
      />
      {error && (
        <span className="error" id={`${id}-error`} role="alert">
          {error}
          {isAsked && (
            <span className="decide">
              <Button small onClick={() => void commit(true)}>
                Save mine
              </Button>
              <Button small onClick={takeBack}>
                Take theirs
              </Button>
            </span>
          )}
        </span>
      )}
    </span>
  )
}

function useCellValue<T>({ label, value, own, show, parse, doubt, onSave, onFailed }: InputCellProps<T>) {
  const [typed, type] = useState<string>()
  const [error, setError] = useState('')
  /** Whether to put it over what somebody else saved. */
  const [isAsked, setAsked] = useState(false)
  /** What the person saw as they began to type. */
  const seen = useRef(value)
  const [saving, setSaving] = useState(false)
  /** What was sent last, while its answer is awaited: typing goes on meanwhile. */
  const sent = useRef<string>(undefined)
  /** All that was tried without success was tried without a network: what was saved before stands. */
  const neverLeft = useRef(false)

  const latest = useRef({ commit, onFailed, value })
  latest.current = { commit, onFailed, value }
  const isFailed = useRef(false)
  useEffect(() => () => void (isFailed.current && latest.current.onFailed(undefined)), [])

  function setSent(text: string | undefined): void {
    sent.current = text
    setSaving(text !== undefined)
  }

  function setTyped(text: string): void {
    if (typed === undefined) seen.current = value
    type(text)
  }

  // A newer value is told as it comes: what is typed would go over it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newer value, or a save that ended, asks
  useEffect(() => {
    if (typed === undefined || saving) return
    if (own) seen.current = value
    else if (value !== seen.current && parse(typed) !== value) ask()
  }, [value, own, saving])

  function ask(): void {
    const theirs = latest.current.value
    const words = theirs === seen.current ? savedElsewhere : sayTheirs(show(theirs))
    setAsked(true)
    fail(words, true)
  }

  function fail(problem: string, isAsked: boolean): void {
    setError(problem)
    isFailed.current = true
    onFailed({ label, problem, again: () => latest.current.commit(), isAsked })
  }

  function finish(text: string | undefined, problem?: SaveError): void {
    setAsked(problem === savedElsewhere)
    if (problem === savedElsewhere) ask()
    else if (problem) fail(problem, false)
    else {
      setError('')
      isFailed.current = false
      onFailed(undefined)
      type((now) => (now === text ? undefined : now))
    }
  }

  /** @param over puts it over what somebody else saved */
  async function commit(over = false): Promise<void> {
    if (typed === undefined || typed === sent.current || (isAsked && !over)) return
    const next = parse(typed)
    const asked = doubt?.(typed)
    if (next === undefined || asked) {
      setSent(undefined)
      return finish(typed, asked ?? 'Please enter a number, such as 12,5.')
    }
    const isSaved = next === value && sent.current === undefined
    if (isSaved && (!error || neverLeft.current)) return finish(typed)
    setSent(typed)
    seen.current = value
    const isOffline = !navigator.onLine && (!error || neverLeft.current)
    const problem = await onSave(next)
    neverLeft.current = isOffline && !navigator.onLine
    // What was typed after it says how the cell ends.
    if (sent.current !== typed) return
    setSent(undefined)
    finish(typed, problem)
  }

  return { typed, error, saving, isAsked, setTyped, commit, takeBack: () => finish(typed) }
}

const sayTheirs = (words: string) => `Someone else saved ${words || 'nothing'}. Press Enter to save yours.`

/** The same column one row further; after the last row the price that a line in own words lacks, else the box that adds. */
function cellBelow(input: HTMLElement): HTMLElement | null | undefined {
  const row = input.closest('tr')
  const below = row?.nextElementSibling?.querySelector<HTMLElement>(`[data-column="${input.dataset.column}"]`)
  return below ?? missingPrice(row, input) ?? input.closest('form')?.querySelector('.addline [role=combobox]')
}

/** What comes after the quantity of a line in somebody's own words. */
function missingPrice(row: HTMLElement | null, { dataset }: HTMLElement) {
  if (dataset.column !== 'estimated' && dataset.column !== 'consumed') return
  if (!row?.matches('[data-own-words]:not(.nonbillable)')) return
  const rate = row.querySelector<HTMLInputElement>('[data-column=linerate]:enabled')
  return rate && !/[1-9]/.test(rate.value) ? rate : undefined
}

type Numeric = CellProps<number> & { column: string }

/** Hours in decimals without an end stand there as hours and minutes, until somebody changes them. */
export const QuantityCell = ({ unit, ...props }: Numeric & { unit?: string }) => (
  <InputCell
    {...props}
    numeric
    show={(value) => clockText(value, unit) ?? decimalText(value)}
    exact={decimalText}
    parse={(text) => parseClock(text, unit) ?? number(text)}
  />
)

/** `rounded`: what is left of a price with VAT, which is shown in cents. */
export const RateCell = ({ rounded, ...props }: Numeric & { rounded?: boolean }) => (
  <InputCell
    {...props}
    numeric
    show={rounded ? rateText : exactRateText}
    exact={(value) => exactRateText(value).replaceAll('\u00a0', '')}
    parse={number}
    doubt={askDoubtedPrice}
  />
)

/** Of what nobody knows the cost of, until it is typed here. */
export const NoCostCell = (props: Omit<Numeric, 'value'>) => (
  <InputCell
    {...props}
    className="nocost"
    numeric
    value={0}
    show={() => 'No cost'}
    exact={() => ''}
    parse={number}
    doubt={askDoubtedPrice}
  />
)

export const TextCell = (props: CellProps<string> & { column: string; className?: string }) => (
  <InputCell {...props} show={(value) => value} parse={(text) => text.trim()} />
)

/** As long as it is, over as many lines as it needs. */
export const WordsCell = (props: CellProps<string> & { column: string }) => (
  <InputCell
    {...props}
    wraps
    show={(value) => value}
    parse={(text) => text.replace(/\s*[\r\n]+\s*/g, ' ').trim()}
  />
)

/** Hours as people write them: 8:00, 24:30. */
function parseClock(text: string, unit?: string): number | undefined {
  const minutes = parseClockMinutes(text, unit)
  return minutes === undefined ? undefined : scaled(minutes / 60, 6) / 1_000_000
}

/** An emptied cell is nought. */
const number = (text: string) => (text.trim() === '' ? 0 : (parseDecimal(text) ?? undefined))
