import { checkRealTranscripts } from '../testing/real-transcripts.ts';

checkRealTranscripts(0, 3);
