import { checkRealTranscripts } from '../testing/real-transcripts.ts';

checkRealTranscripts(2, 3);
