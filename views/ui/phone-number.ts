/** In digits with the country's code, as links of WhatsApp and SMS take it; a number of South Africa may leave that out. */
export function internationalNumber(typed: string): string | undefined {
  const digits = typed.replace(/\(0\)/g, '').replace(/\D/g, '')
  const whole = typed.trim().startsWith('+') ? digits : withCountry(digits)
  return whole && /^[1-9]\d{7,14}$/.test(whole) ? whole : undefined
}

function withCountry(digits: string): string | undefined {
  if (digits.startsWith('00')) return digits.slice(2)
  if (/^0\d{9}$/.test(digits)) return `27${digits.slice(1)}`
  return /^27\d{9}$/.test(digits) ? digits : undefined
}
