import * as z from 'zod/mini';
import { givenTime } from './common.ts';

export const feedReadInput = z.object({ upTo: givenTime });
