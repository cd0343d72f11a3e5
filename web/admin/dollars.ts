// Dollars of the figures, as text.
import { formatUsd } from './amounts.ts';

export const formatDollars = (dollars: number) => formatUsd(Math.round(dollars * 100));
/** Of the round values at an axis: "$1,500". */
export const formatWholeDollars = (dollars: number) => formatDollars(dollars).replace(/[.,]00$/, '');
