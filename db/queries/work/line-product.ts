import { TAKES_OUT } from '#db/stock-classes.ts'
/** In `jobproduct`: a person said that the line is for the job itself, whatever its products are made of. */
export const FOR_NO_PRODUCT = ''

const named = (line: string) =>
  `(SELECT named.id FROM materials named WHERE named.id = ${line}.jobproduct AND named.archived = 0)`

/** Items made of the line's own; what holds no stock passes on what it is in. */
const madeOf = (line: string) => `
  WITH RECURSIVE above(id) AS (
    SELECT e.productid FROM item_inputs e WHERE e.inputid = ${line}.inventoryid
    UNION SELECT e.productid FROM above JOIN inventory i ON i.id = above.id
      LEFT JOIN categories c ON c.id = i.category JOIN item_inputs e ON e.inputid = i.id
    WHERE coalesce(i.inventoryclass, c.inventoryclass, 0) = 0)
  SELECT id FROM above`

/** What its job makes, as SQL of an alias of `materials`: the job puts it out, and no class takes it from stock. */
const makesSql = (line: string) =>
  `${line}.role = 2 AND ${line}.archived = 0 AND coalesce(${line}.inventoryclass, 0) NOT ${TAKES_OUT}`

/**
 * Decision 173, as SQL of an alias of `materials`: the product line that a line is an input of. It is the one that the
 * line names; else, of an input, the only one on the job that is made of its item.
 */
export const lineProductSql = (line: string) => `
  CASE WHEN ${line}.jobproduct = '${FOR_NO_PRODUCT}' THEN NULL ELSE coalesce(${named(line)},
    CASE WHEN ${line}.role = 1 AND ${line}.inventoryid IS NOT NULL THEN (
      SELECT iif(count(*) = 1, min(p.id), NULL) FROM materials p
      WHERE p.jobid = ${line}.jobid AND ${makesSql('p')} AND p.inventoryid IN (${madeOf(line)})) END) END`

/**
 * The items that a job lists for a product line, as a JSON list: those lines say what it takes, and the bill does not.
 * A line that names no product may be of any; one that was removed says that none is used.
 */
export const listedInputsSql = (product: string) => `
  (SELECT json_group_array(DISTINCT own.inventoryid) FROM materials own
   WHERE own.jobid = ${product}.jobid AND own.inventoryid IS NOT NULL AND (own.jobproduct = ${product}.id
     OR own.role = 1 AND own.archived = 0 AND own.jobproduct IS NOT '${FOR_NO_PRODUCT}' AND ${named('own')} IS NULL))`
