import { anthropic } from './anthropic.js';
import { google } from './google.js';
import { openai } from './openai.js';
import type { Vendor, VendorName } from './vendor.js';

export const VENDORS: Readonly<Record<VendorName, Vendor>> = { anthropic, openai, google };
