import { formatPercent, formatQuantity, perUnit } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { ExportMenu } from '#views/ui/export.tsx'
import { UnitRate } from '#views/ui/figures.tsx'
import { DecimalInput } from '#views/ui/inputs.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { Banner, Chip, EmptyState } from '#views/ui/small.tsx'
import { InputLink } from './input-link.tsx'
import { type InputRowProps, InputRows } from './rows.tsx'

/** Millionths of the unit, ten-thousandths of a percent. */
export type TreeLine = {
  id: string
  code: string
  name: string
  quantity: number
  unit: string
  scrap: number
  archived: boolean
  /** Its inputs stand further up. */
  again: boolean
  inputs: readonly TreeLine[]
}

type Use = {
  id: string
  code: string
  name: string
  unit: string
  quantity: number
  direct: boolean
  top: boolean
}

type ItemInputsProps = {
  id: string
  code: string
  unit: string
  inputs: InputRowProps['inputs']
  /** Ten-thousandths of a rand; undefined for who may not see it. */
  cost?: { cost: number; labour: number; incomplete: boolean }
  tree: readonly TreeLine[]
  uses: readonly Use[]
  /** Its class takes it from stock, so that no job makes it. */
  fromstock: boolean
  can: { write: boolean; stock: boolean; export: boolean }
  /** Where a file of inputs comes in. */
  importurl?: string
}

/** What an item is made of, what a quantity of it needs, and the products that it is in. */
export function ItemInputs(props: ItemInputsProps) {
  const { id, code, unit, inputs, tree, uses, fromstock, can, importurl } = props
  const per = unit || 'one'
  return (
    <div
      id="iteminputs"
      data-part=""
      data-refresh="inventory stock"
      data-url={`/admin/inventory/${id}/inputs`}
    >
      <section aria-labelledby="inputs-head">
        <header className="inputshead">
          <h2 id="inputs-head">Made from, for 1 {per}</h2>
          <InputActions id={id} filled={inputs.length > 0} can={can} importurl={importurl} />
        </header>
        <Cost {...props} />
        {inputs.length > 0 && fromstock && (
          <Banner level="warning">
            Jobs take it from stock, as its class says. For a job to make it of these inputs, give it the
            class Finished Goods or Work In Progress.
          </Banner>
        )}
        {inputs.length > 0 || can.write ? (
          <InputRows id={id} inputs={inputs} canwrite={can.write} />
        ) : (
          <EmptyState icon="package" text={`${code} is not made of other items.`} />
        )}
      </section>
      {inputs.length > 0 && <NeedsPart id={id} unit={unit} />}
      {tree.length > 0 && (
        <section aria-labelledby="inputs-tree">
          <h2 id="inputs-tree">All levels</h2>
          <Tree lines={tree} />
        </section>
      )}
      {uses.length > 0 && <Uses uses={uses} unit={unit} />}
    </div>
  )
}

type Actions = Pick<ItemInputsProps, 'id' | 'can' | 'importurl'> & { filled: boolean }

const InputActions = ({ id, filled, can, importurl }: Actions) => (
  <span className="buttons">
    {can.write && (
      <LinkButton small look="quiet" icon="copy" {...dialogLink(`/admin/inventory/${id}/inputs/copy`)}>
        Copy from…
      </LinkButton>
    )}
    {importurl && (
      <LinkButton small look="quiet" icon="upload" href={importurl}>
        Import
      </LinkButton>
    )}
    {filled && can.export && <ExportMenu id="export-inputs" url={`/admin/inventory/${id}/inputs`} />}
    {filled && (
      <Button small look="quiet" icon="printer" data-print="">
        Print
      </Button>
    )}
  </span>
)

function Cost({ cost, unit }: ItemInputsProps) {
  if (!cost) return null
  return (
    <>
      <p className="inputscost">
        Its inputs cost <UnitRate tenthousandths={cost.cost} />
        {perUnit(unit)}
        {cost.labour > 0 && (
          <>
            , of it <UnitRate tenthousandths={cost.labour} /> labour
          </>
        )}
        , without VAT, at every level, by the rate of each item, which no purchase changes.
      </p>
      {cost.incomplete && (
        <Banner level="warning">Something in it has no rate, so that it costs more than this.</Banner>
      )}
    </>
  )
}

function NeedsPart({ id, unit }: { id: string; unit: string }) {
  const url = `/admin/inventory/${id}/inputs/needs`
  return (
    <section aria-labelledby="inputs-needs">
      <h2 id="inputs-needs">What a quantity needs</h2>
      <form
        className="needsfor"
        hx-get={url}
        hx-trigger="load, input delay:300ms, submit"
        hx-target="#needs"
        hx-swap="innerHTML"
        hx-sync="this:replace"
      >
        <DecimalInput
          label="Quantity to make"
          name="quantity"
          id="needs-quantity"
          value="1"
          suffix={unit || undefined}
          width="narrow"
        />
      </form>
      <div id="needs" aria-live="polite" />
    </section>
  )
}

const Tree = ({ lines }: { lines: readonly TreeLine[] }) => (
  <ul className="inputtree">
    {lines.map((line) => (
      <li key={line.id}>
        <TreeWords {...line} />
        {line.inputs.length > 0 && <Tree lines={line.inputs} />}
      </li>
    ))}
  </ul>
)

const TreeWords = ({ id, code, name, quantity, unit, scrap, archived, again }: TreeLine) => (
  <span className="treewords">
    <span className="figure">{formatQuantity(quantity, unit)}</span>
    <InputLink id={id} code={code} name={name} />
    {scrap > 0 && <small>+ {formatPercent(scrap)}</small>}
    {archived && <Chip>Archived</Chip>}
    {again && <small>its inputs stand above</small>}
  </span>
)

function Uses({ uses, unit }: { uses: readonly Use[]; unit: string }) {
  return (
    <section aria-labelledby="inputs-uses">
      <h2 id="inputs-uses">Where used</h2>
      <div className="table">
        <table data-rows="">
          <caption className="unseen">Products that it is in</caption>
          <thead>
            <tr>
              <th scope="col">Product</th>
              <th scope="col" className="number">
                In one of them
              </th>
              <th scope="col">How</th>
            </tr>
          </thead>
          <tbody>
            {uses.map(({ id, code, name, unit: of, quantity, direct, top }) => (
              <tr key={id}>
                <td>
                  <InputLink id={id} code={code} name={name} />
                </td>
                <td className="number">
                  {formatQuantity(quantity, unit)}
                  {of && of !== 'each' && ` / ${of}`}
                </td>
                <td>
                  {direct ? 'Directly' : 'In one of its inputs'}
                  {top && ', an end product'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
