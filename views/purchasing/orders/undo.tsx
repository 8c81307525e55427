import { formatQuantity } from '#views/format.ts'
import { Dialog } from '#views/ui/dialog.tsx'
import { Banner } from '#views/ui/small.tsx'

type UndoneLine = {
  description: string
  unit: string
  quantity: number
  onhand: number
  after: number
}

type UndoReceiptProps = { orderid: string; receiptid: string; number: string; lines: readonly UndoneLine[] }

/** What taking a receipt back does to stock, before it is done. */
export function UndoReceiptDialog({ orderid, receiptid, number, lines }: UndoReceiptProps) {
  const used = lines.some(({ after }) => after < 0)
  return (
    <Dialog
      title="Undo this receipt"
      subtitle={`Purchase order ${number}`}
      url={`/purchase/${orderid}/receipts/${receiptid}`}
      method="delete"
      submit="Take it back"
    >
      <p>The goods leave stock again, and the order waits for them.</p>
      {used && (
        <Banner level="warning">
          Some of these goods were used meanwhile: stock would stand below zero until that is put right.
        </Banner>
      )}
      <div className="table">
        <table>
          <caption className="unseen">What it does to stock</caption>
          <thead>
            <tr>
              <th scope="col">Item</th>
              {['Taken out', 'On hand now', 'Then'].map((head) => (
                <th key={head} scope="col" className="number">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ description, unit, quantity, onhand, after }) => (
              <tr key={description}>
                <td>{description}</td>
                <td className="number" data-label="Taken out">
                  {formatQuantity(quantity, unit)}
                </td>
                <td className="number" data-label="On hand now">
                  {formatQuantity(onhand, unit)}
                </td>
                <td className="number" data-label="Then">
                  {formatQuantity(after, unit)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  )
}
