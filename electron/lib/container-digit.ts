/** Letters count from 10, without the multiples of 11 (ISO 6346). */
const letterValues = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((_, index) => {
  const value = 10 + index;
  return value + Math.floor((value - 1) / 10);
});

/** The check digit of a container's owner and serial number, `MSCU123456`, in capitals (ISO 6346). */
export function containerDigit(number: string): number {
  const sum = [...number].reduce((total, sign, index) => {
    const value = /\d/.test(sign) ? Number(sign) : (letterValues[sign.charCodeAt(0) - 65] ?? 0);
    return total + value * 2 ** index;
  }, 0);
  return (sum % 11) % 10;
}
