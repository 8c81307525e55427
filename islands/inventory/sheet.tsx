import { type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { OldPart } from '#islands/lib/ages.ts'
import { ServerFragment } from '#islands/lib/server-fragment.tsx'
import { OldParts } from '#islands/lib/stored-ages.tsx'
import { type IslandTab, IslandTabList, IslandTabPanels, useTabs } from '#islands/lib/tabs.tsx'
import type { Item } from '#server/domains/catalogue/inventory/types.ts'
import { Button, IconButton, LinkButton } from '#views/ui/button.tsx'
import { FormErrors } from '#views/ui/form.tsx'
import { truncate } from '#views/ui/pagetitle.tsx'
import { Chip } from '#views/ui/small.tsx'
import { Classes } from './classes.tsx'
import { ConfigFields, OperationsFields } from './fields.tsx'
import { GeneralFields } from './general-fields.tsx'
import { findFieldTab } from './item-form.ts'
import { ItemHistory } from './item-history.tsx'
import { Pricing } from './pricing.tsx'
import type { InventoryProps } from './props.ts'
import { SampleItem } from './sample-prices.tsx'
import { Units } from './units.tsx'
import { type FormProblem, useSaveItem } from './use-save.ts'

const formId = 'item-form'
const titlelength = 60
/** Tabs that are no part of the form: they have forms of their own. */
const loose = new Set(['inputs', 'stock', 'documents', 'history'])

type ItemSheetProps = { item: Item; props: InventoryProps; old: readonly OldPart[]; onSaved: () => void }

export function ItemSheet({ item, props, old, onSaved }: ItemSheetProps) {
  const form = useRef<HTMLFormElement>(null)
  const editable = props.can.write
  const [base, setBase] = useState(item.baseunit)
  const [amount, setAmount] = useState<MarkupAmount>('stored')
  const saving = useSaveItem({ item, form, props, onSaved })
  const { problem } = saving
  const tabs = useTabs(itemTabs({ item, props, problem, base, form, isCleared: amount === 'cleared' }))
  useFirstFieldFocus(form)
  useProblemFocus(form, tabs, problem)
  useAddedFieldsClean(form, tabs)

  function onInput({ target }: FormEvent): void {
    if (!(target instanceof HTMLInputElement)) return
    if (target.name === 'baseunit') setBase(target.value.trim())
    if (target.name === 'muamount') setAmount('typed')
    if (target.name === 'mupercent' && item.muamount !== 0)
      setAmount((before) => (before === 'stored' ? 'cleared' : before))
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (editable) saving.save()
  }

  return (
    <div className="sheet">
      <ItemSheetHead item={item} editable={editable} />
      <IslandTabList {...tabs} label="Sections of the item" />
      <div className="body">
        <OldParts old={old} />
        {(saving.samples.price || saving.samples.cost) && (
          <SampleItem samples={saving.samples} editable={editable} onConfirm={saving.confirmSamples} />
        )}
        <form ref={form} id={formId} data-guard="" noValidate onInput={onInput} onSubmit={onSubmit}>
          {problem && <FormErrors message={problem.message} />}
          <fieldset className="whole" disabled={!editable}>
            {amount === 'cleared' && !tabs.seen.has('pricing') && (
              <input type="hidden" name="muamount" value="0" />
            )}
            <IslandTabPanels {...tabs} of={(id) => !loose.has(id)} />
          </fieldset>
        </form>
        <IslandTabPanels {...tabs} of={(id) => loose.has(id)} />
      </div>
      <ItemSheetFoot item={item} editable={editable} {...saving} />
    </div>
  )
}

/** What a price that was typed left beside the markup goes once a markup is typed: the last of the two holds. */
type MarkupAmount = 'stored' | 'typed' | 'cleared'

type FormRef = RefObject<HTMLFormElement | null>
type SheetTabs = ReturnType<typeof useTabs>

/** Shows the first tab with something to mend; the focus follows once that is drawn. */
function useProblemFocus(form: FormRef, tabs: SheetTabs, problem: FormProblem | undefined): void {
  const shown = useRef<FormProblem>(undefined)
  useLayoutEffect(() => {
    if (!problem || shown.current === problem) return
    const wrong = new Set(Object.keys(problem.fields).map(findFieldTab))
    const first = tabs.tabs.find(({ id }) => wrong.has(id))
    if (first && !wrong.has(tabs.selected)) return tabs.select(first.id)
    shown.current = problem
    const panel = form.current?.querySelector(`#${CSS.escape(`${tabs.prefix}panel-${tabs.selected}`)}`)
    panel?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  })
}

/** The dialog may open after this stands (then it takes the marked field), or have opened before its item came. */
function useFirstFieldFocus(form: FormRef): void {
  useLayoutEffect(() => {
    const first = form.current?.querySelector<HTMLInputElement>('input:enabled')
    if (first) first.autofocus = true
    first?.focus()
  }, [form])
}

/** A section's fields come with its first showing, which is no change of theirs. */
function useAddedFieldsClean(form: FormRef, { seen }: SheetTabs): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each section that is first shown
  useLayoutEffect(() => {
    form.current?.dispatchEvent(new CustomEvent('joblane:partshown', { bubbles: true }))
  }, [seen])
}

type SheetPartProps = { item: Item; editable: boolean }

function ItemSheetHead({ item, editable }: SheetPartProps) {
  const exists = item.id !== ''
  const verb = editable ? 'Edit' : 'View'
  return (
    <div className="head">
      <div>
        <h2 id="item-title">{exists ? `${verb} ${truncate(item.name, titlelength)}` : 'Add item'}</h2>
        {exists && <span className="code">{item.code}</span>}
        {item.archived && <Chip level="warning">Archived</Chip>}
      </div>
      <IconButton icon="x" label="Close" data-close="" />
    </div>
  )
}

type FootProps = SheetPartProps & Pick<ReturnType<typeof useSaveItem>, 'saving' | 'setArchived'>

const ItemSheetFoot = ({ item, editable, saving, setArchived }: FootProps) => (
  <div className="foot">
    {item.id !== '' && (
      <div className="start">
        {editable && (
          <Button
            icon={item.archived ? 'archive-restore' : 'archive'}
            onClick={() => setArchived(!item.archived)}
          >
            {item.archived ? 'Restore' : 'Archive'}
          </Button>
        )}
        <LinkButton look="quiet" icon="arrow-right" href={`/admin/inventory/${item.id}/overview`}>
          Open its page
        </LinkButton>
      </div>
    )}
    <Button data-close="">{editable ? 'Cancel' : 'Close'}</Button>
    {editable && (
      <Button type="submit" form={formId} look="primary" aria-busy={saving}>
        {item.id === '' ? 'Create' : 'Save'}
      </Button>
    )}
  </div>
)

type TabsOf = {
  isCleared: boolean
  item: Item
  props: InventoryProps
  problem: FormProblem | undefined
  base: string
  form: { current: HTMLFormElement | null }
}

/** Both readings of the specification's tabs in one (spec 2, section 2): Units and History only of what exists. */
function itemTabs({ item, props, problem, base, form, isCleared }: TabsOf): IslandTab[] {
  const { can } = props
  const errors = problem?.fields ?? {}
  const wrong = new Set(Object.keys(errors).map(findFieldTab))
  const part = { item, props, errors }
  const exists = item.id !== ''
  const tabs: (IslandTab | false)[] = [
    { id: 'general', label: 'General', panel: () => <GeneralFields {...part} form={form} /> },
    exists && {
      id: 'inputs',
      label: 'Made from',
      panel: () => <ServerFragment url={`/admin/inventory/${item.id}/inputs`} />,
    },
    { id: 'config', label: 'Config', panel: () => <ConfigFields {...part} /> },
    can.rates && {
      id: 'classes',
      label: 'Classes',
      count: item.classes.length,
      panel: () => <Classes classes={item.classes} props={props} error={errors.classes} />,
    },
    { id: 'pricing', label: 'Rate & pricing', panel: () => <Pricing {...part} isCleared={isCleared} /> },
    exists && {
      id: 'units',
      label: 'Units',
      count: item.units.length,
      panel: () => <Units item={item} base={base} error={errors.units} />,
    },
    { id: 'operations', label: 'Operations', panel: () => <OperationsFields {...part} base={base} /> },
    exists &&
      can.stock && {
        id: 'stock',
        label: 'Stock',
        panel: () => <ServerFragment url={`/inventory/${item.id}/stock/brief`} />,
      },
    exists &&
      can.documents && {
        id: 'documents',
        label: 'Files',
        panel: () => <ServerFragment url={`/documents/panel/inventory/${item.id}`} />,
      },
    exists &&
      can.history && {
        id: 'history',
        label: 'History',
        panel: () => <ItemHistory id={item.id} props={props} />,
      },
  ]
  return tabs.filter((tab) => tab !== false).map((tab) => ({ ...tab, wrong: wrong.has(tab.id) }))
}
