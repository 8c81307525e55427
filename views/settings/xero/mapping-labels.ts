export const taxLabels: [key: string, label: string, side: 'sales' | 'purchases'][] = [
  ['standard', 'Sales at the standard rate', 'sales'],
  ['zero', 'Zero-rated sales', 'sales'],
  ['exempt', 'Exempt sales', 'sales'],
  ['none', 'Sales without a VAT number', 'sales'],
  ['input', 'Purchases whose VAT is claimed', 'purchases'],
  ['capital', 'Capital goods', 'purchases'],
  ['inputzero', 'Purchases without VAT', 'purchases'],
  ['notclaimed', 'Purchases whose VAT is not claimed', 'purchases'],
]

export const paymentLabels: [key: string, label: string][] = [
  ['transfer', 'Transfers'],
  ['cash', 'Cash'],
  ['card', 'Cards'],
  ['other', 'Other payments'],
]
