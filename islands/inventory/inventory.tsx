import '#islands/shared.ts'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { messages } from '#islands/client/messages.ts'
import { setQuery } from '#islands/lib/address.ts'
import { StoredAges } from '#islands/lib/stored-ages.tsx'
import { Button } from '#views/ui/button.tsx'
import { classes } from '#views/ui/classes.ts'
import { Banner } from '#views/ui/small.tsx'
import { inventoryColumns } from './columns.tsx'
import { Empty } from './empty.tsx'
import { Grid } from './grid.tsx'
import type { InventoryProps } from './props.ts'
import { sectionKey } from './rows.tsx'
import { SampleItems } from './sample-prices.tsx'
import { SyncResult } from './sync-result.tsx'
import { Filters, Title } from './toolbar.tsx'
import { useFolded } from './use-folded.ts'
import { useInventoryList } from './use-list.ts'
import { useMarssKey } from './use-marss-key.ts'
import { usePrinting } from './use-printing.ts'
import { useSync } from './use-sync.ts'
import { useTypedBeforeLoad } from './use-typed-before-load.ts'

const load = () => import('./dialog.tsx')
const ItemDialog = lazy(load)

const AGED = [{ name: 'the items', path: '/api/inventory/list/sections', also: '/api/inventory/list/rows' }]

type Opened = { code: string; id?: string } | 'new' | undefined

export default function Inventory(given: InventoryProps) {
  const marsskey = useMarssKey(given.can.marsskey)
  const props = useMemo(() => ({ ...given, can: { ...given.can, marsskey } }), [given, marsskey])
  const { folded, toggle, toggleAll } = useFolded(props.folded)
  const list = useInventoryList(props, folded)
  const { sections, rows, total, query, change, need, refresh } = list
  const { whole, absent, gathering, print } = usePrinting({ sections, rows, folded, need })
  const columns = useMemo(() => inventoryColumns(props), [props])
  const { opened, open } = useOpened(props)
  const sync = useSync(() => refresh())
  const busy = list.busy || gathering
  useTypedBeforeLoad(props.query.search ?? '', (search) => change({ search }))
  usePreload()

  const acts = {
    onAdd: () => open('new'),
    onRefresh: () => refresh(),
    onPrint: print,
    onSync: sync.start,
    syncing: sync.running,
  }
  const folding = {
    all: sections.length > 0 && sections.every(({ id }) => folded.has(sectionKey(id))),
    onAll: () => toggleAll(sections),
  }
  return (
    <div className={classes('inventory', busy && 'busy')}>
      <Title props={props} acts={acts} />
      <StoredAges of={AGED} />
      <Filters {...{ props, query, total, busy, folding }} onChange={change} />
      <SampleItems count={list.sampleprices} editable={props.can.write} onDone={() => refresh()} />
      {absent > 0 && (
        <p className="hint">
          {absent} more had not been loaded yet and are not on this paper. Ctrl+P, or Print the list in the
          menu beside Add, prints them all.
        </p>
      )}
      {list.unanswered && (
        <Banner
          level="warning"
          actions={
            <Button small onClick={() => refresh()}>
              {messages.again}
            </Button>
          }
        >
          {messages.unanswered}
        </Banner>
      )}
      {total === 0 ? (
        <Empty props={props} query={query} acts={acts} />
      ) : (
        <Grid
          {...{ props, columns, query, sections, rows, folded, need, whole }}
          onFold={toggle}
          onSort={(sort) => change({ sort })}
          onOpen={open}
        />
      )}
      {opened && (
        <OpenedItem {...{ opened, props }} onSaved={() => refresh()} onClose={() => open(undefined)} />
      )}
      {sync.result && <SyncResult result={sync.result} onClose={sync.close} />}
    </div>
  )
}

function useOpened(props: InventoryProps) {
  const [opened, setOpened] = useState<Opened>(() =>
    props.open ? { code: props.open } : props.add ? 'new' : undefined,
  )
  function open(next: Opened): void {
    setQuery({ open: next && next !== 'new' ? next.code : null, add: next === 'new' })
    setOpened(next)
  }
  return { opened, open }
}

function usePreload(): void {
  useEffect(() => {
    const timer = setTimeout(() => void load(), 1_500)
    return () => clearTimeout(timer)
  }, [])
}

type OpenedItemProps = {
  opened: NonNullable<Opened>
  props: InventoryProps
  onSaved: () => void
  onClose: () => void
}

function OpenedItem({ opened, ...rest }: OpenedItemProps) {
  const item = opened === 'new' ? undefined : opened
  return (
    <Suspense>
      <ItemDialog key={item?.code ?? ''} code={item?.code} id={item?.id} {...rest} />
    </Suspense>
  )
}
