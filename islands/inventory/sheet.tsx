import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { ServerFragment } from '#islands/lib/server-fragment.tsx'
import { type IslandTab, IslandTabList, IslandTabPanels, useTabs } from '#islands/lib/tabs.tsx'
import type { Item } from '#server/domains/catalogue/inventory/types.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { FormErrors } from '#views/ui/form.tsx'
import { trimmed } from '#views/ui/pagetitle.tsx'
import { Chip } from '#views/ui/small.tsx'
import { Classes } from './classes.tsx'
import { ConfigFields, GeneralFields, OperationsFields } from './fields.tsx'
import { tabOf } from './item-form.ts'
import { ItemHistory } from './item-history.tsx'
import { Pricing } from './pricing.tsx'
import type { InventoryProps } from './props.ts'
import { Units } from './units.tsx'
import { type FormProblem, useSaveItem } from './use-save.ts'

const formId = 'item-form'
const titlelength = 60
/** Tabs that are no part of the form: they have forms of their own. */
const loose = new Set(['stock', 'documents', 'history'])

type ItemSheetProps = { item: Item; props: InventoryProps; onSaved: () => void }

/** What stands in the dialog once its item has come. */
export function ItemSheet({ item, props, onSaved }: ItemSheetProps) {
  const form = useRef<HTMLFormElement>(null)
  const refused = useRef(false)
  const exists = item.id !== ''
  const editable = props.can.write
  const [base, setBase] = useState(item.baseunit)
  const { problem, saving, save, setArchived } = useSaveItem({ item, form, props, onSaved, onProblem })
  const tabs = useTabs(tabsOf({ item, props, problem, base, form }))

  /** Shows the first tab with something to mend; the focus follows once it stands. */
  function onProblem({ fields }: FormProblem): void {
    refused.current = true
    const wrong = new Set(Object.keys(fields).map(tabOf))
    const first = tabs.tabs.find(({ id }) => wrong.has(id))
    if (first && !wrong.has(tabs.selected)) tabs.select(first.id)
  }

  useLayoutEffect(() => {
    if (!refused.current || !problem) return
    refused.current = false
    const panel = form.current?.querySelector(`#panel-${tabs.selected}`)
    panel?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  })

  // The dialog may open after this stands (then it takes the marked field), or have opened before its item came.
  useLayoutEffect(() => {
    const first = form.current?.querySelector<HTMLInputElement>('input:enabled')
    if (first) first.autofocus = true
    first?.focus()
  }, [])

  // A section's fields come with its first showing, which is no change of theirs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each section that is first shown
  useLayoutEffect(() => {
    form.current?.dispatchEvent(new CustomEvent('joblane:partshown', { bubbles: true }))
  }, [tabs.seen])

  function typed({ target }: FormEvent): void {
    if (target instanceof HTMLInputElement && target.name === 'baseunit') setBase(target.value.trim())
  }

  const verb = !exists ? 'Add item' : `${editable ? 'Edit' : 'View'} ${trimmed(item.name, titlelength)}`
  return (
    <div className="sheet">
      <div className="head">
        <div>
          <h2 id="item-title">{verb}</h2>
          {exists && <span className="code">[{item.code}]</span>}
          {item.archived && <Chip level="warning">Archived</Chip>}
        </div>
        <IconButton icon="x" label="Close" data-close="" />
      </div>
      <IslandTabList {...tabs} label="Sections of the item" />
      <div className="body">
        <form
          ref={form}
          id={formId}
          data-guard=""
          noValidate
          onInput={typed}
          onSubmit={(event) => {
            event.preventDefault()
            if (editable) save()
          }}
        >
          {problem && <FormErrors message={problem.message} />}
          <fieldset className="whole" disabled={!editable}>
            <IslandTabPanels {...tabs} of={(id) => !loose.has(id)} />
          </fieldset>
        </form>
        <IslandTabPanels {...tabs} of={(id) => loose.has(id)} />
      </div>
      <div className="foot">
        {exists && editable && (
          <div className="start">
            <Button
              look="quiet"
              icon={item.archived ? 'archive-restore' : 'archive'}
              onClick={() => setArchived(!item.archived)}
            >
              {item.archived ? 'Restore' : 'Archive'}
            </Button>
          </div>
        )}
        <Button data-close="">{editable ? 'Cancel' : 'Close'}</Button>
        {editable && (
          <Button type="submit" form={formId} look="primary" aria-busy={saving}>
            Save
          </Button>
        )}
      </div>
    </div>
  )
}

type TabsOf = {
  item: Item
  props: InventoryProps
  problem: FormProblem | undefined
  base: string
  form: { current: HTMLFormElement | null }
}

/** Both readings of the specification's tabs in one (spec 2, section 2): Units and History only of what exists. */
function tabsOf({ item, props, problem, base, form }: TabsOf): IslandTab[] {
  const { can } = props
  const errors = problem?.fields ?? {}
  const wrong = new Set(Object.keys(errors).map(tabOf))
  const part = { item, props, errors }
  const exists = item.id !== ''
  const tabs: (IslandTab | false)[] = [
    { id: 'general', label: 'General', panel: () => <GeneralFields {...part} /> },
    { id: 'config', label: 'Config', panel: () => <ConfigFields {...part} /> },
    {
      id: 'classes',
      label: 'Classes',
      count: item.classes.length,
      panel: () => <Classes classes={item.classes} props={props} error={errors.classes} />,
    },
    { id: 'pricing', label: 'Rate & pricing', panel: () => <Pricing {...part} form={form} /> },
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
        label: 'Documents',
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
