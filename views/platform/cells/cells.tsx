import { fileSize, formatQuantity } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { Form } from '#views/ui/form.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { ListRegion } from '#views/ui/list.tsx'
import { PageTitle } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { type Column, Table } from '#views/ui/table.tsx'

type Row = {
  id: string
  address: string
  startedutc: string
  accounts: number
  running: boolean
  load: {
    version: string
    memory: number
    requests: number
    processor: number
    inuse: readonly string[]
  } | null
}
type Move = { accountid: string; name: string; from: string; to: string }
type CellsProps = { title: string; cells: readonly Row[]; moves: readonly Move[] }

const URL = '/backoffice/cells'

/** The processes that share the accounts, what each does, and which moves would make them alike. */
export const Cells = ({ title, cells, moves }: CellsProps) => (
  <>
    <PageTitle
      title={title}
      subtitle="The processes that share the accounts, and what they did in the last minute."
    />
    <ListRegion id="cells" refresh="cells" url={URL} ispart>
      <Panel flush>
        <Table
          caption="Cells"
          columns={columns}
          rows={cells}
          rowid={({ id }) => id}
          url={URL}
          region="cells"
          empty={
            <EmptyState
              icon="boxes"
              text="One process serves all accounts."
              hint="Started with --cells, several share them: one for each core."
            />
          }
        />
      </Panel>
      {cells.length > 0 && <Balance moves={moves} />}
    </ListRegion>
  </>
)

const columns: Column<Row>[] = [
  { key: 'id', head: 'Cell', cell: ({ id }) => (id === 'c00' ? 'c00, the platform' : id), short: true },
  { key: 'state', head: 'State', cell: (row) => <State {...row} /> },
  { key: 'accounts', head: 'Accounts', cell: ({ accounts }) => accounts, numeric: true },
  { key: 'inuse', head: 'In use', cell: ({ load }) => load?.inuse.length, numeric: true },
  {
    key: 'requests',
    head: 'Requests/s',
    cell: ({ load }) => load && formatQuantity(toTenths(load.requests)),
    numeric: true,
  },
  {
    key: 'processor',
    head: 'Core',
    cell: ({ load }) => load && `${Math.round(load.processor * 100)} %`,
    numeric: true,
  },
  { key: 'memory', head: 'Memory', cell: ({ load }) => load && fileSize(load.memory), numeric: true },
  { key: 'started', head: 'Started', cell: ({ startedutc }) => <DateTime iso={startedutc} /> },
  { key: 'version', head: 'Version', cell: ({ load }) => load?.version, short: true },
  { key: 'address', head: 'Address', cell: ({ address }) => address, short: true },
]

/** In millionths. */
const toTenths = (requests: number) => Math.round(requests * 10) * 100_000

function State({ running, load, id }: Row) {
  if (load) return <Chip level="success">Runs</Chip>
  if (running) return <Chip level="warning">Does not answer</Chip>
  return <Chip level="error">{id === 'c00' ? 'Stopped' : 'Stopped: its accounts wait'}</Chip>
}

const Balance = ({ moves }: Pick<CellsProps, 'moves'>) => (
  <Panel title="Balance">
    {moves.length === 0 ? (
      <EmptyState
        icon="check"
        text="Nothing has to be moved."
        hint="The cells were about as busy as each other in the last minute, or one account alone keeps its cell busy."
      />
    ) : (
      <Form url={`${URL}/balance`}>
        <p>These moves would make the cells about as busy as each other. Nothing moves by itself.</p>
        <ul>
          {moves.map(({ accountid, name, from, to }) => (
            <li key={accountid}>
              {name}, from {from} to {to}
            </li>
          ))}
        </ul>
        <TextInput
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          hint="One after another. People are connected again at once; what they save meanwhile waits a moment."
        />
        <div className="formfoot">
          <Button type="submit" look="primary" data-save="">
            Move {moves.length === 1 ? '1 account' : `${moves.length} accounts`}
          </Button>
        </div>
      </Form>
    )}
  </Panel>
)
