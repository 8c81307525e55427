import { Button, IconButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { Picker } from '#views/ui/picker.tsx'
import { ScanField } from '#views/ui/scan-field.tsx'
import { Chip, EmptyState } from '#views/ui/small.tsx'
import { RoleChoice, roleNames } from './roles.tsx'

export type JobPiece = {
  id: string
  name: string
  code: string
  barcode: string
  model: string
  role: number
  processed: boolean
  added: string
  /** The place it lies at when it is on no job; empty where none is given. */
  home: string
  /** By its role: what comes in goes from the client to its storage, what goes out from its place to the client. */
  from: string
  to: string
  /** The job that it is out on meanwhile. */
  elsewhere?: { reference: string; href?: string }
}

type JobPiecesProps = {
  jobid: string
  pieces: readonly JobPiece[]
  zone: string
  canopen: boolean
  /** A piece comes home whatever became of its job. */
  canprocess: boolean
  canplace: boolean
}

const REGION = 'job-pieces'
const swap = { 'hx-target': `#${REGION}`, 'hx-swap': 'outerMorph' }

export function JobPieces(props: JobPiecesProps) {
  const { jobid, pieces, canplace } = props
  return (
    <section
      id={REGION}
      className="pieces"
      aria-label="Equipment of the job"
      data-noguard=""
      data-refresh="equipment"
      hx-get={`/equipment/job/${jobid}`}
      hx-trigger="none"
    >
      {canplace && <AddPiece jobid={jobid} />}
      {pieces.length === 0 ? (
        <EmptyState
          icon="wrench"
          text="No equipment is on this job."
          hint={canplace ? 'Scan what comes into the workshop, or goes out to the client.' : undefined}
        />
      ) : (
        <PieceTable {...props} />
      )}
    </section>
  )
}

const AddPiece = ({ jobid }: { jobid: string }) => (
  <form
    className="addpiece"
    hx-post={`/equipment/job/${jobid}`}
    hx-trigger="submit, change target:'input[type=hidden]'"
    data-scanto="barcode"
    {...swap}
  >
    <ScanField
      label="Scan or type a barcode"
      id="piece-barcode"
      name="barcode"
      maxlength={80}
      required={false}
    />
    <Picker
      label="or find it by name"
      name="equipmentid"
      id="piece-id"
      url="/lookup/equipment"
      placeholder="Name, code, model"
    />
    <RoleChoice id="piece-role" />
    <Button type="submit" icon="plus">
      Add
    </Button>
  </form>
)

const heads = ['Piece', 'Role', 'Comes from', 'Goes to', 'Now', 'Actions']
const Place = ({ name }: { name: string }) => name || <span className="nothing">no place given</span>

const PieceTable = (props: JobPiecesProps) => (
  <div className="table">
    <table>
      <caption className="unseen">Equipment of the job</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head === 'Actions' ? <span className="unseen">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.pieces.map((piece) => (
          <PieceRow key={piece.id} {...props} piece={piece} />
        ))}
      </tbody>
    </table>
  </div>
)

type PieceRowProps = JobPiecesProps & { piece: JobPiece }

function PieceRow({ jobid, piece, zone, canopen, canprocess, canplace }: PieceRowProps) {
  const { id, name, role, processed } = piece
  const url = `/equipment/job/${jobid}/${id}`
  return (
    <tr id={`piece-${id}`}>
      <td>
        {canopen ? <a {...dialogLink(`/equipment/list/${id}`)}>{name}</a> : name}
        <small>{[piece.code, piece.barcode, piece.model].filter(Boolean).join(' · ')}</small>
        {canopen && <WhereItWas id={id} />}
      </td>
      <td data-label="Role">
        {canplace ? (
          <select
            name="role"
            aria-label={`Role of ${name}`}
            defaultValue={role}
            hx-post={url}
            hx-trigger="change"
            {...swap}
          >
            <RoleOptions />
          </select>
        ) : (
          roleNames[role]
        )}
      </td>
      <td data-label="Comes from">
        <Place name={piece.from} />
      </td>
      <td data-label="Goes to">
        <Place name={piece.to} />
      </td>
      <td data-label="Now">
        <WhereNow piece={piece} zone={zone} />
      </td>
      <td className="actions">
        <div className="rowbuttons">
          {canprocess && (!processed || canplace) && (
            <Button
              small
              icon={processed ? 'undo' : 'check'}
              hx-post={`${url}?processed=${!processed}`}
              aria-label={`${processed ? 'Not processed yet' : 'Mark as processed'}: ${name}`}
              {...swap}
            >
              {processed ? 'Not processed yet' : 'Mark as processed'}
            </Button>
          )}
          {canplace && (
            <IconButton icon="x" label={`Take ${name} off the job`} hx-post={`${url}/remove`} {...swap} />
          )}
        </div>
      </td>
    </tr>
  )
}

/** Asked for when it is unfolded. */
const WhereItWas = ({ id }: { id: string }) => (
  <details
    className="wasat"
    hx-get={`/equipment/list/${id}/places?list=true`}
    hx-trigger="toggle once"
    hx-target="find div"
  >
    <summary>Where it was</summary>
    <div />
  </details>
)

function WhereNow({ piece, zone }: { piece: JobPiece; zone: string }) {
  const { processed, elsewhere, home, added } = piece
  if (!processed)
    return (
      <>
        <Chip level="info">On this job</Chip>{' '}
        <small>
          since <DateTime iso={added} zone={zone} />
        </small>
      </>
    )
  return (
    <>
      <Chip level="success" icon="check">
        Processed
      </Chip>{' '}
      <small>
        {elsewhere ? (
          <>
            now on {elsewhere.href ? <a href={elsewhere.href}>{elsewhere.reference}</a> : elsewhere.reference}
          </>
        ) : (
          home && `back at ${home}`
        )}
      </small>
    </>
  )
}

const RoleOptions = () =>
  Object.entries(roleNames).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
