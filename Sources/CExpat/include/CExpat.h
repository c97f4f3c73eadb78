#pragma once
#include <expat.h>

/* libexpat. It is loaded when XML is first read, because linking it would slow down every start of the program. */

/// The functions in use. Their names are those of libexpat without its prefix.
struct gaz_expat {
  __typeof__(&XML_ParserCreate) ParserCreate;
  __typeof__(&XML_ParserFree) ParserFree;
  __typeof__(&XML_SetUserData) SetUserData;
  __typeof__(&XML_SetElementHandler) SetElementHandler;
  __typeof__(&XML_SetCharacterDataHandler) SetCharacterDataHandler;
  __typeof__(&XML_SetStartDoctypeDeclHandler) SetStartDoctypeDeclHandler;
  __typeof__(&XML_Parse) Parse;
  __typeof__(&XML_StopParser) StopParser;
  __typeof__(&XML_GetErrorCode) GetErrorCode;
  __typeof__(&XML_ErrorString) ErrorString;
  __typeof__(&XML_GetCurrentLineNumber) GetCurrentLineNumber;
  __typeof__(&XML_GetCurrentColumnNumber) GetCurrentColumnNumber;
  __typeof__(&XML_GetCurrentByteIndex) GetCurrentByteIndex;
};

/// NULL if the library is not installed. May be called on any thread.
const struct gaz_expat * gaz_expat(void);
