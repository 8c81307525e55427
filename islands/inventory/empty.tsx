import { LinkButton } from '#views/ui/button.tsx'
import { EmptyState } from '#views/ui/small.tsx'
import type { InventoryProps, InventoryQuery } from './props.ts'
import { AddLink, type ToolbarActions } from './toolbar.tsx'

type EmptyProps = { props: InventoryProps; query: InventoryQuery; acts?: ToolbarActions }

export function Empty({ props, query, acts }: EmptyProps) {
  if (query.search)
    return (
      <EmptyState
        icon="search"
        text={`No item matches “${query.search}”.`}
        hint={query.archived ? undefined : 'Archived items are hidden: Show archived looks among them too.'}
      />
    )
  return (
    <EmptyState
      icon="package"
      text={`No ${props.label} have been added`}
      hint={props.can.write ? 'Add the first one, or bring in a list from a spreadsheet.' : undefined}
    >
      <AddLink props={props} acts={acts} look="plain" />
      {props.can.write && props.can.importing && (
        <LinkButton icon="upload" href="/import/inventory">
          Import a list
        </LinkButton>
      )}
    </EmptyState>
  )
}
