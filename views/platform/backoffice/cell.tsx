import { Button } from '#views/ui/button.tsx'
import { Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { Select } from '#views/ui/select.tsx'
import { Banner, EmptyState } from '#views/ui/small.tsx'

type Cell = { id: string; accounts: number; running: boolean }
type AccountCellProps = {
  accountid: string
  /** The platform's own account stays where it is. */
  own: boolean
  placed: { cell: string; target: string | null; atplatform: boolean }
  /** None: one process serves all accounts. */
  cells: readonly Cell[]
}

const count = (accounts: number) => (accounts === 1 ? '1 account' : `${accounts} accounts`)

export function AccountCell({ accountid, own, placed, cells }: AccountCellProps) {
  const { cell, target } = placed
  const others = cells.filter(({ id, running }) => running && id !== cell)
  const isDown = cells.some(({ id, running }) => id === cell && !running)
  if (cells.length === 0 || own)
    return (
      <div id="accountcell">
        <EmptyState
          icon="boxes"
          text={own ? 'The platform itself serves this account.' : 'One process serves all accounts.'}
          hint={own ? 'It cannot be moved.' : 'Started with --cells, several share them: one for each core.'}
        />
      </div>
    )
  return (
    <div id="accountcell" className="stack">
      <p>
        Served by <strong>{placed.atplatform ? 'the platform, until a cell has it' : cell}</strong>
        {target && `, and on its way to ${target}`}.
      </p>
      {isDown && (
        <Banner level="warning">
          {cell} does not run: nobody reaches this account. Start it again, or move the account.
        </Banner>
      )}
      {others.length === 0 ? (
        <EmptyState icon="boxes" text="No other cell runs." hint="Start one to move the account there." />
      ) : (
        <Form url={`/backoffice/accounts/${accountid}/cell`} hx-target="#accountcell" hx-swap="outerHTML">
          <Select
            label="Move to"
            name="to"
            options={others.map(({ id, accounts }) => ({ value: id, label: `${id}, ${count(accounts)}` }))}
          />
          <TextInput
            label="Your password"
            name="password"
            type="password"
            autoComplete="current-password"
            hint="Its people are connected again at once. What they save meanwhile waits a moment; nothing is lost."
          />
          <div className="formfoot">
            <Button type="submit" look="primary" data-save="">
              Move
            </Button>
          </div>
        </Form>
      )}
    </div>
  )
}
