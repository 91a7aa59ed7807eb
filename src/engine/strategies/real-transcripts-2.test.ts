import { checkRealTranscripts } from '../testing/real-transcripts.ts';

checkRealTranscripts(1, 3);
